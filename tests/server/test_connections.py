"""Slow and many connections: limits for each address and in all, and a time for every request."""

import selectors
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import cast

import httpx
import pytest
from server_kit import PATIENCE, Server

from pawnstorm.server.api.addresses import Intake, network_of
from pawnstorm.server.settings import Settings

HALF = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n"


def test_an_address_of_ipv6_counts_as_its_network() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("testclient") == "testclient"


def test_connections_are_counted_for_each_address_and_in_all() -> None:
    intake = Intake(5, 3)
    assert [intake.enter("a") for _ in range(4)] == [True, True, True, False]
    intake.leave("a")
    assert intake.enter("b")
    assert [intake.enter(address) for address in "cd"] == [True, False]
    for address in "aaabcd":
        intake.leave(address)
    assert (intake.open, intake.refused) == (0, 2)


@contextmanager
def half_open(server: Server, count: int, address: str) -> Iterator[list[socket.socket]]:
    """Requests that never end, from one address of this machine."""
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0)))
            one.sendall(HALF)
            found.append(one)
        yield found


def is_closed(one: socket.socket) -> bool:
    """Whether the server closes a connection without an answer; waits for it."""
    try:
        return one.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def small(serve: Callable[[Settings], Server], settings: Settings) -> Server:
    """A server with small limits."""
    limits = replace(settings.limits, connections_per_address=10, request_seconds=3600.0)
    return serve(replace(settings, limits=limits))


def test_half_open_requests_of_one_address_leave_others_untouched(small: Server) -> None:
    with half_open(small, 60, "127.0.0.2") as found:
        # More than the limit are closed at once, in whatever order the server has seen them.
        closed: set[socket.socket] = set()
        with selectors.DefaultSelector() as waiting:
            for one in found:
                waiting.register(one, selectors.EVENT_READ)
            while len(closed) < 50:
                for key, _ in waiting.select():
                    one = cast(socket.socket, key.fileobj)
                    assert is_closed(one)
                    waiting.unregister(one)
                    closed.add(one)
        for _ in range(5):
            assert httpx.get(f"{small.url}/api/health", timeout=PATIENCE).status_code == 200
    host = small.guest()
    with host.open(host.make()["id"]) as client:
        assert client.rev == 1


def test_a_request_that_does_not_end_is_closed(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(replace(settings, limits=replace(settings.limits, request_seconds=0.3)))
    with half_open(server, 3, "127.0.0.3") as found:
        found[1].sendall(b"\r\n{")
        assert all(is_closed(one) for one in found)
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as silent:
        assert is_closed(silent), "a client that says nothing is closed too"
    host = server.guest()
    with host.open(host.make()["id"]) as client:
        client.catch_up()
