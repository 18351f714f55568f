# The server with its page and compiled rules: docker build -t repulse . && docker run -p 8000:8000 -v repulse:/data repulse
# A public table names the images by digest (deploy/pin.sh and deploy/compose.yaml do), since a tag can be moved.
ARG NODE_IMAGE=docker.io/library/node:22-slim
ARG PYTHON_IMAGE=docker.io/library/python:3.12-slim
FROM ${NODE_IMAGE} AS page
WORKDIR /src
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN npm --prefix web ci
COPY web web
RUN mkdir -p src/repulse/server && npm --prefix web run build

FROM ${PYTHON_IMAGE} AS wheel
# The compiler is the one of the image's own release.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY tools tools
COPY docs/rules docs/rules
COPY src src
COPY --from=page /src/src/repulse/server/static src/repulse/server/static
COPY requirements/build.lock requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.lock \
    && REPULSE_PAGE=1 REPULSE_COMPILE=1 pip wheel --no-cache-dir --no-deps --no-build-isolation -w /dist .

FROM ${PYTHON_IMAGE}
COPY requirements/server.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/server.lock
COPY --from=wheel /dist /tmp/dist
RUN pip install --no-cache-dir --no-deps /tmp/dist/*.whl && rm -rf /tmp/dist \
    && useradd --system --uid 10001 --home-dir /data --create-home repulse
USER 10001
VOLUME /data
ENV REPULSE_HOME=/data PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["repulse"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--log", "json"]
