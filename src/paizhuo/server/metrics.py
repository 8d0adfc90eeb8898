"""What Prometheus is told. A registry of its own, so that nothing else of the process is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HTTP = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_ACTION = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.05, 0.1, 0.25, 1)


class Metrics:
    """The server's counters and histograms."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "paizhuo_http_seconds",
            "Time to answer a request.",
            ("route", "method"),
            buckets=_HTTP,
            registry=self.registry,
        )
        self._answers = Counter("paizhuo_http_answers", "Answers by status.", ("status",), registry=self.registry)
        self.sockets = Gauge("paizhuo_sockets", "WebSockets that are open.", registry=self.registry)
        # Thousands a second, and the event loop alone counts them: plain numbers, read when somebody looks.
        self.sent = 0
        self.sent_bytes = 0
        self._received: dict[str, int] = {}
        self.registry.register(_Messages(self))
        self._dropped = Counter(
            "paizhuo_sockets_dropped", "WebSockets that the server ended.", ("reason",), registry=self.registry
        )
        self._limited = Counter(
            "paizhuo_limited", "What was refused because it was too much.", ("limit",), registry=self.registry
        )
        self.action_seconds = Histogram(
            "paizhuo_action_seconds",
            "From a seat's answer until it is kept, and all have been told.",
            buckets=_ACTION,
            registry=self.registry,
        )
        self._commits = Histogram(
            "paizhuo_commit_seconds", "One transaction of the database.", buckets=_ACTION, registry=self.registry
        )
        self._appends = Counter("paizhuo_appends", "Appends that were committed.", registry=self.registry)

    def watch(self, gauges: Callable[[], Mapping[str, float]]) -> None:
        """Ask for these numbers whenever somebody looks: rooms, seats …, each as ``paizhuo_<name>``."""
        self.registry.register(_Asked(gauges))

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """An answered request."""
        self._requests.labels(route, method).observe(seconds)
        self._answers.labels(str(status)).inc()

    def committed(self, appends: int, seconds: float) -> None:
        """One transaction with so many appends."""
        self._commits.observe(seconds)
        self._appends.inc(appends)

    def received(self, kind: str) -> None:
        """A message from a page; ``kind`` its type."""
        self._received[kind] = self._received.get(kind, 0) + 1

    def messages(self) -> list[Metric]:
        """What was counted of messages."""
        received = CounterMetricFamily("paizhuo_messages_received", "Messages from pages.", labels=("type",))
        for kind, count in self._received.items():
            received.add_metric((kind,), count)
        return [
            received,
            CounterMetricFamily("paizhuo_messages_sent", "Messages to pages.", value=self.sent),
            CounterMetricFamily("paizhuo_bytes_sent", "Bytes of messages to pages.", value=self.sent_bytes),
        ]

    def dropped(self, reason: str) -> None:
        """A WebSocket that we ended."""
        self._dropped.labels(reason).inc()

    def limited(self, limit: str) -> None:
        """A limit has been reached."""
        self._limited.labels(limit).inc()

    def text(self) -> bytes:
        """All of it in Prometheus' text form."""
        return generate_latest(self.registry)


class _Messages(Collector):
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics.messages()


class _Asked(Collector):
    def __init__(self, gauges: Callable[[], Mapping[str, float]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[GaugeMetricFamily]:
        for name, value in self._gauges().items():
            yield GaugeMetricFamily(f"paizhuo_{name}", name.replace("_", " "), value=value)
