"""The web table: rooms, a durable log, a WebSocket protocol, pages and figures."""
