# The server with the built client. `docker build -t paizhuo .`, then see compose.yaml and docs/operate.md.

FROM python:3.13-slim-bookworm AS wheel
WORKDIR /src
COPY . .
# The build hook brings Node from the package index, builds the client, and packs it into the wheel.
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim-bookworm AS environment
RUN python -m venv /opt/paizhuo
COPY requirements-server.lock /
RUN /opt/paizhuo/bin/pip install --no-cache-dir --require-hashes -r /requirements-server.lock
COPY --from=wheel /wheels /wheels
RUN /opt/paizhuo/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data paizhuo && install -d -o paizhuo -g paizhuo -m 700 /data
COPY --from=environment /opt/paizhuo /opt/paizhuo
# The compiled engine is kept beside the data: it fits one kind of processor, so it is made where it runs, once.
ENV PATH=/opt/paizhuo/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PAIZHUO_DATA_DIR=/data \
    XDG_CACHE_HOME=/data/cache
USER paizhuo
WORKDIR /data
VOLUME /data
EXPOSE 8000
# SIGTERM drains: what was answered is written down before the process ends.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["paizhuo"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
