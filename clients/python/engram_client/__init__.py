"""A typed client for Engram, a long-term memory for a local LLM."""

from .client import ApiError, Event, create_engram, events
from .schema import Engram

__all__ = ["ApiError", "Engram", "Event", "create_engram", "events"]
