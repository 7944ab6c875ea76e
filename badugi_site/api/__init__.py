"""What every room's API shares: problem documents, bounded bodies, strict JSON, rate limits, the schema."""
