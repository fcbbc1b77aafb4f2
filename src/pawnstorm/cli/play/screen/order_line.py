"""The line that orders are typed into. It handles every key itself, so that none overtakes another."""

from textual import events
from textual.widgets import Input


class OrderLine(Input):
    """A line that is submitted and emptied as soon as Enter is pressed."""

    def __init__(self) -> None:
        super().__init__(id="order", compact=True, select_on_focus=False)

    async def _on_key(self, event: events.Key) -> None:
        # As a binding, Enter would be handled later than the letters typed after it.
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Submitted(self, self.value))
            self.value = ""
        else:
            await super()._on_key(event)

    def _on_paste(self, event: events.Paste) -> None:
        """Take one line as the order: the first that is not blank."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(next((line.strip() for line in event.text.splitlines() if line.strip()), ""))
