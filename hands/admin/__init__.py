"""The admin of hands, uploads and sums: all of it to be looked at, with the corrections that keep everything derived
right. Registered by importing the modules."""

from hands.admin import hands, sums, uploads

__all__ = ["hands", "sums", "uploads"]
