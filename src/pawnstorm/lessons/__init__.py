"""First lessons: positions with a task, on the real rules. Their texts are data (docs/lessons.md)."""
