"""Figures for an operator, in the format of Prometheus. They are served on a port of their own, not to guests.

A guest who could watch the counters might count what others do in secret.
"""

from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from pawnstorm.core.errors import UsageError

REGISTRY = CollectorRegistry()
_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

ORDER_SECONDS = Histogram(
    "pawnstorm_order_seconds", "From an order's arrival to its answer.", buckets=_FAST, registry=REGISTRY
)
COMMIT_SECONDS = Histogram(
    "pawnstorm_commit_seconds",
    "How long a commit took; each stores a group of changes.",
    buckets=_FAST,
    registry=REGISTRY,
)
STORAGE_FAILURES = Counter(
    "pawnstorm_storage_failures", "Changes and queries that the database did not carry out.", registry=REGISTRY
)
REFUSED = Counter("pawnstorm_refused", "Commands and requests that were refused.", ["why"], registry=REGISTRY)
JOB_SECONDS = Histogram(
    "pawnstorm_job_seconds",
    "How long a worker took.",
    ["share"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0),
    registry=REGISTRY,
)
WAIT_SECONDS = Histogram(
    "pawnstorm_job_wait_seconds", "How long a job waited for a worker.", ["share"], buckets=_FAST, registry=REGISTRY
)
_GAUGES = {
    "tables": Gauge("pawnstorm_tables", "Tables in memory.", registry=REGISTRY),
    "sockets": Gauge("pawnstorm_sockets", "Open sockets at tables.", registry=REGISTRY),
    "connections": Gauge("pawnstorm_connections", "Open connections, sockets included.", registry=REGISTRY),
    "jobs": Gauge("pawnstorm_jobs_waiting", "Jobs that wait for a worker.", registry=REGISTRY),
}


def watch(name: str, figure: Callable[[], float]) -> None:
    """Ask for a figure whenever somebody reads the metrics."""
    _GAUGES[name].set_function(figure)


def serve(port: int) -> WSGIServer:
    """Serve the metrics to this machine alone; a `UsageError` says why the port cannot be used."""
    try:
        server, _ = start_http_server(port, addr="127.0.0.1", registry=REGISTRY)
    except OSError as error:
        raise UsageError(f"port {port} cannot be used for metrics: {(error.strerror or str(error)).lower()}") from None
    return server
