"""What a disk holds after the power failed: only what was synced, and of the rest what chance leaves."""

import os
import pathlib
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).with_name("disk.c")


def library(folder):
    """Compiles the library that is preloaded into runs that something happens to."""
    built = folder / "disk.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(built), str(SOURCE), "-ldl"], check=True)
    return built


def environment(library, root, log, at=0, what=""):
    return {
        "LD_PRELOAD": str(library), "DISK_ROOT": str(root.resolve()), "DISK_LOG": str(log),
        "DISK_AT": str(at), "DISK_WHAT": what}


def entries(log):
    """The lines of a log, each with the bytes that were written."""
    data, offset = log.read_bytes() if log.exists() else b"", 0
    while offset < len(data):
        end = data.index(b"\n", offset)
        words = data[offset:end].decode().split(" ", 1)
        offset = end + 1
        content = b""
        if words[0] == "write":
            length = int(words[1].split()[2])
            content = data[offset : offset + length]
            offset += length
        yield words[0], words[1] if len(words) > 1 else "", content


def changes(log):
    """The names of a run's changes, in order: what `DISK_AT` counts."""
    return [words for name, words, _ in entries(log) if name == "at"]


class Disk:
    """The files below a folder as the system shows them, and as they are on the disk."""

    def __init__(self, root):
        self.root = root.resolve()
        # By path: the number of a file, or None for a folder.
        self.shown, self.names = {}, {}
        # By number: what it holds, and what of it is on the disk.
        self.contents, self.durable = {}, {}
        # By inode, which a system gives again and in no certain order: the file that has it.
        self.inodes, self.count = {}, 0
        # Writes since the last sync by number, and changes of names since theirs.
        self.writes, self.moves = {}, []
        if self.root.is_dir():
            self.shown[str(self.root)] = None
        for path in sorted(self.root.rglob("*")):
            if path.is_dir():
                self.shown[str(path)] = None
            elif not path.name.endswith("-shm"):
                number = self._number(path.stat().st_ino)
                self.shown[str(path)] = number
                self.contents[number] = self.durable[number] = path.read_bytes()
        self.names = dict(self.shown)

    def replay(self, log):
        for name, words, content in entries(log):
            if name != "at":
                getattr(self, "_" + name)(words, content)

    def _number(self, inode):
        """Files are numbered in the order in which they were first met."""
        if int(inode) not in self.inodes:
            self.count += 1
            self.inodes[int(inode)] = self.count
        return self.inodes[int(inode)]

    def _create(self, words, _):
        inode, path = words.split(" ", 1)
        self.inodes.pop(int(inode), None)
        number = self._number(inode)
        self.contents[number] = self.durable[number] = b""
        self._change(("create", path, number))

    def _folder(self, path, _):
        self._change(("create", path, None))

    def _rename(self, words, _):
        self._change(("rename", *words.split("\t")))

    def _remove(self, path, _):
        self._change(("remove", path))

    def _change(self, move):
        self.moves.append(move)
        apply(self.shown, move)

    def _write(self, words, content):
        inode, offset, _ = map(int, words.split())
        self._alter(self._number(inode), (offset, content))

    def _truncate(self, words, _):
        inode, length = map(int, words.split())
        self._alter(self._number(inode), (length, None))

    def _alter(self, number, write):
        self.writes.setdefault(number, []).append(write)
        self.contents[number] = altered(self.contents.get(number, b""), write)

    def _sync(self, words, _):
        number = self._number(words)
        self.durable[number] = self.contents.get(number, b"")
        self.writes[number] = []

    def _syncfolder(self, path, _):
        """The folder's own entries are on the disk, with those that they depend on."""
        kept = []
        for move in self.moves:
            if any(os.path.dirname(each) == path for each in move[1:] if isinstance(each, str)):
                apply(self.names, move)
            else:
                kept.append(move)
        self.moves = kept

    def _syncall(self, *_):
        for move in self.moves:
            apply(self.names, move)
        self.moves = []
        self.durable, self.writes = dict(self.contents), {}

    def fail(self, chance):
        """The power fails: the folder becomes what is on the disk."""
        how = chance.choice(["nothing more", "names", "some"])
        if how != "nothing more":
            # Names are written in order, often before what the files hold.
            count = len(self.moves) if how == "names" else chance.randint(0, len(self.moves))
            for move in self.moves[:count]:
                apply(self.names, move)
        if how == "some":
            for number in sorted(self.writes):
                writes = self.writes[number]
                for write in writes[: chance.randint(0, len(writes))]:
                    self.durable[number] = altered(self.durable.get(number, b""), write)
        shutil.rmtree(self.root, ignore_errors=True)
        for path, number in sorted(self.names.items()):
            if number is None:
                os.makedirs(path, mode=0o700, exist_ok=True)
            elif os.path.isdir(os.path.dirname(path)):
                with open(path, "wb", opener=private) as file:
                    file.write(self.durable.get(number, b""))


def private(path, flags):
    return os.open(path, flags, 0o600)


def apply(names, move):
    kind, path, *rest = move
    if kind == "create":
        names[path] = rest[0]
    elif kind == "remove":
        names.pop(path, None)
    elif path in names:
        names[rest[0]] = names.pop(path)


def altered(content, write):
    offset, data = write
    if data is None:
        return content[:offset].ljust(offset, b"\0")
    return content[:offset].ljust(offset, b"\0") + data + content[offset + len(data) :]
