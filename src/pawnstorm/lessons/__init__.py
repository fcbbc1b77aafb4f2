"""First lessons and the book: boards with tasks and captions, on the real rules (docs/lessons.md)."""
