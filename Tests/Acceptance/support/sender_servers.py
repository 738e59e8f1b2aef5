"""Servers that misbehave, for the senders: a mail server and a mail service, both on loopback."""

import asyncio
import contextlib
import http.server
import json
import socket
import struct
import threading
import time

from aiosmtpd.controller import Controller

LOOPBACK = "127.0.0.1"


class MailServer:
    """`answer(recipient)` is what it answers to a whole message: a reply, or `hang`, `vanish`, `cut`."""

    def __init__(self, answer, refuses_recipients=False):
        self.answer = answer
        self.refuses_recipients = refuses_recipients
        self.taken = []

    def options(self):
        """What else the server is told, such as who may log in."""
        return {}

    async def handle_RCPT(self, server, session, envelope, address, options):
        reply = self.answer(address)
        if reply == "cut":
            server.transport.abort()
            return "250 nobody hears this"
        if self.refuses_recipients and reply != "250 OK":
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        reply = self.answer(envelope.rcpt_tos[0])
        if reply == "hang":
            await asyncio.sleep(60)
        if reply == "vanish":
            server.transport.abort()
        if reply == "250 OK":
            self.taken.append(envelope.rcpt_tos[0])
        return reply

    @contextlib.contextmanager
    def listening(self):
        controller = Controller(self, hostname=LOOPBACK, port=free_port(), **self.options())
        controller.start()
        try:
            yield controller.port
        finally:
            controller.stop()


def free_port():
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


class MailService:
    """`answer(number, message)` is what it answers to its `number`th request: a status, a status with
    fields, or `hang`, `reset` (before it takes the message), `vanish` (after), `cut` (half an answer).
    A pair of bytes is sent as it is: the first once, the second over and over."""

    def __init__(self, answer):
        self.answer = answer
        self.requests = []
        #: By idempotency key, as a service keeps them: how often each message was accepted anew.
        self.taken = {}
        self.headers = []

    def handle(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        key = handler.headers["Idempotency-Key"]
        self.requests.append(key)
        self.headers.append(dict(handler.headers))
        answer = self.answer(len(self.requests), json.loads(body))
        if answer == "hang":
            time.sleep(8)
            return
        if answer == "reset":
            return reset(handler)
        if answer in ("vanish", "cut", 200, 202):
            self.taken.setdefault(key, body)
        if answer == "vanish":
            return reset(handler)
        if answer == "cut":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"half\":")
            handler.close_connection = True
            return
        if isinstance(answer, tuple) and isinstance(answer[0], bytes):
            return trickle(handler, *answer)
        status, fields = answer if isinstance(answer, tuple) else (answer, {})
        reply = json.dumps({"status": status}).encode()
        handler.send_response(status)
        for name, value in {"Content-Length": len(reply), **fields}.items():
            handler.send_header(name, str(value))
        handler.end_headers()
        handler.wfile.write(reply)

    @contextlib.contextmanager
    def listening(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                service.handle(self)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer((LOOPBACK, 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{server.server_port}/v1/messages"
        finally:
            server.shutdown()
            server.server_close()


def trickle(handler, first, piece):
    handler.close_connection = True
    with contextlib.suppress(OSError):
        handler.wfile.write(first)
        for _ in range(40 if piece else 0):
            time.sleep(0.2)
            handler.wfile.write(piece)


def reset(handler):
    """Ends a connection as a crashed server does: with a reset instead of an end."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()
