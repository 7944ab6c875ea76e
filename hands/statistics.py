"""Every statistic, declared once: its definition, what is counted among what, and its names."""
