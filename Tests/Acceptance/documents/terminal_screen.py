"""What a terminal shows of the bytes it is sent: pyte as the judge."""

import pyte


class Screen(pyte.Screen):
    """pyte stops drawing at a character without width (a joiner, an isolate); a terminal goes on."""

    def draw(self, data):
        for character in data:
            super().draw(character)


class Watch(pyte.Stream):
    """Notes every control that is not part of our own documents: a line feed, or SGR."""

    def __init__(self, screen):
        self.obeyed = []
        watched = WatchedScreen(screen, self.obeyed)
        super().__init__(watched)


class WatchedScreen:
    HARMLESS = {"draw", "linefeed", "carriage_return", "select_graphic_rendition"}

    def __init__(self, screen, obeyed):
        self.__dict__.update(screen=screen, obeyed=obeyed)

    def __getattr__(self, name):
        value = getattr(self.screen, name)
        if not callable(value) or name in self.HARMLESS or name.startswith("_"):
            return value

        def noted(*arguments, **keywords):
            self.obeyed.append((name, arguments))
            return value(*arguments, **keywords)

        return noted


def show(document, columns):
    """The lines on the screen, and what the terminal was told to do beyond showing them."""
    # Wider than the document is set for: no line may need the terminal to break it, and pyte adds up
    # the widths of emoji that a terminal joins.
    screen = Screen(columns * 3, document.count(b"\n") + 2)
    screen.set_mode(pyte.modes.LNM)
    stream = Watch(screen)
    stream.feed(document.decode("utf-8"))
    rows = ["".join(screen.buffer[row][column].data for column in range(screen.columns)) for row in range(screen.lines)]
    return [row.rstrip() for row in rows], stream.obeyed


def visible(text, columns):
    """The plain rendering as a screen shows it, every control but the line feed taken out first."""
    clean = "".join(c for c in text if c == "\n" or not (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0))
    return show(clean.encode(), columns)[0]
