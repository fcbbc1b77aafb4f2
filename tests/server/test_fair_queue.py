"""The queue for workers: shares of addresses and guests, short jobs first. The clock is simulated."""

from pawnstorm.server.jobs.fair_queue import Asker, FairQueue, Share, Ticket


class Floor:
    """A queue, and the jobs in the order in which they got a worker."""

    def __init__(self, workers: int) -> None:
        self.time = 0.0
        self.queue = FairQueue(workers, lambda: self.time)
        self.begun: list[str] = []
        self._running: list[tuple[float, Ticket]] = []

    def ask(self, name: str, address: str, guest: str = "", seconds: float = 1.0, share: Share = Share.PLAY) -> Ticket:
        """A job comes."""
        ticket = Ticket(Asker(address, guest, share), seconds, lambda: self._begin(name, ticket))
        self.queue.enter(ticket)
        return ticket

    def _begin(self, name: str, ticket: Ticket) -> None:
        self.begun.append(name)
        self._running.append((self.time + ticket.seconds, ticket))

    def work(self, jobs: int = 1000) -> None:
        """The next jobs are done, each when its time is over."""
        for _ in range(jobs):
            if not self._running:
                return
            self._running.sort(key=lambda one: one[0])
            self.time, ticket = self._running.pop(0)
            self.queue.leave(ticket)


def test_an_address_with_many_jobs_delays_another_by_one_job_only() -> None:
    floor = Floor(2)
    for number in range(20):
        floor.ask(f"many {number}", "a")
    floor.work(3)
    floor.ask("one", "b")
    assert floor.begun[-1] == "one", "an address never has all workers for long jobs"
    for _ in range(4):
        floor.work(2)
        floor.ask("again", "b")
    assert floor.begun[4:].count("again") >= 3


def test_tables_of_computers_alone_leave_a_worker_to_people() -> None:
    floor = Floor(2)
    for address in "abcdefgh":
        floor.ask("alone", address, share=Share.UNATTENDED)
    assert floor.begun == ["alone"]
    floor.ask("level 1", "z", seconds=0.01)
    floor.ask("level 8", "y", seconds=1.0)
    assert floor.begun == ["alone", "level 1"]
    floor.work(1)
    assert floor.begun == ["alone", "level 1", "level 8"]
    floor.work()
    assert floor.begun.count("alone") == 8


def test_questions_and_analyses_leave_a_worker_to_people() -> None:
    floor = Floor(4)
    for address in "abcdefgh":
        for share in (Share.ADVICE, Share.REPLAY, Share.ANALYSIS, Share.UNATTENDED):
            floor.ask(share.name, address, share=share)
    assert len(floor.begun) == 3
    assert max(floor.begun.count(share.name) for share in Share) <= 2
    floor.ask("order", "z")
    assert floor.begun[-1] == "order"


def test_short_jobs_come_first_within_a_share() -> None:
    floor = Floor(1)
    floor.ask("running", "a")
    for name, seconds in (("long", 2.0), ("short", 0.1), ("middle", 0.5)):
        floor.ask(name, "a", seconds=seconds)
    floor.work()
    assert floor.begun == ["running", "short", "middle", "long"]


def test_guests_of_one_address_share_what_the_address_has() -> None:
    floor = Floor(1)
    for number in range(6):
        floor.ask(f"first {number}", "a", "one")
    floor.work(2)
    for number in range(2):
        floor.ask(f"second {number}", "a", "two")
    floor.work()
    assert floor.begun[2:6] == ["first 2", "second 0", "first 3", "second 1"]


def test_nobody_saves_up_time_by_doing_nothing() -> None:
    floor = Floor(1)
    for number in range(10):
        floor.ask(f"a {number}", "a")
    floor.work(8)
    for number in range(6):
        floor.ask(f"b {number}", "b")
        floor.ask(f"a {number + 10}", "a")
    floor.work(6)
    assert 2 <= sum(name.startswith("b") for name in floor.begun[9:15]) <= 4


def test_a_job_that_nobody_wants_any_more_is_dropped() -> None:
    floor = Floor(1)
    floor.ask("running", "a")
    gone = floor.ask("gone", "a")
    floor.ask("next", "a")
    floor.queue.leave(gone)
    floor.work()
    assert floor.begun == ["running", "next"]
    assert len(floor.queue) == 0


def test_what_was_used_is_forgotten() -> None:
    floor = Floor(2)
    for number in range(100):
        floor.ask("one", f"address {number}", f"guest {number}")
    floor.work()
    assert not floor.queue._used
    assert not floor.queue._used_by_guests
