"""Gives up requests whose client is gone: what they wait for leaves the queue.

A server reports that a client is gone only to those who ask. So somebody asks while the application works, once it has
read the whole body; before that the application would notice itself.
"""

import asyncio
from collections.abc import Callable

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class GivingUp:
    """Cancels the work on a request whose client is gone."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        work = asyncio.current_task()
        listener = _Listener(receive, lambda: work is not None and work.cancel())
        if not _has_body(scope):
            listener.listen()
        try:
            await self._app(scope, listener.receive, send)
        except asyncio.CancelledError:
            if not listener.is_gone:
                raise  # the server is shutting down
        except ClientDisconnect:
            pass  # in the middle of the body: there is nobody to answer
        finally:
            listener.stop()


class _Listener:
    """Hands on the messages of a request, and from its end on waits for the one that says that the client is gone."""

    def __init__(self, receive: Receive, give_up: Callable[[], object]) -> None:
        self._receive = receive
        self._give_up = give_up
        self._first: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()

    @property
    def is_gone(self) -> bool:
        """Whether the client is gone."""
        return self._gone.is_set()

    async def receive(self) -> Message:
        """Return the next message for the application."""
        if self._task is not None:
            return await self._heard()
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            self.listen()
        return message

    def listen(self) -> None:
        """Begin to wait."""
        self._task = asyncio.create_task(self._listen())

    def stop(self) -> None:
        """End to wait."""
        if self._task is not None:
            self._task.cancel()

    async def _listen(self) -> None:
        while (message := await self._receive())["type"] != "http.disconnect":
            self._first.put_nowait(message)
        self._gone.set()
        self._give_up()

    async def _heard(self) -> Message:
        """Return the empty body of a request without one, then that the client is gone."""
        if not self._first.empty() or not self._gone.is_set():
            waiting = asyncio.create_task(self._first.get()), asyncio.create_task(self._gone.wait())
            done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            if waiting[0] in done:
                return waiting[0].result()
        return {"type": "http.disconnect"}


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
