# syntax=docker/dockerfile:1

# The release of Node the tests run on (package.json, devDependencies.node); a test keeps the two alike.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lockfile when an optional package of a foreign platform cannot be found. No package that
# the service needs has an install script.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
  # What is in the image, for scanners.
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
  # A third of the bytes are for editors and debuggers.
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete

FROM base AS pages
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
COPY clients ./clients
COPY src ./src
COPY tsconfig.json ./
RUN node node_modules/vite/bin/vite.js build src/web --logLevel error

FROM base
# A container has no use for npm, and what is not there cannot be misused.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install -d -o node -g node -m 0700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=pages /app/dist ./dist
COPY package.json ./
COPY clients ./clients
COPY cypher ./cypher
COPY prompts ./prompts
COPY src ./src
# 0.0.0.0 inside the container: where it can be reached from is decided by what is published. Such an address needs an
# API key; the first start makes one and prints it once.
ENV NODE_ENV=production APP_HOST=0.0.0.0 DATA_DIR=/data
# The user "node" of the base image, by number so that a host can check that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker listens at a port of its own. A start may wait two minutes for Neo4j.
HEALTHCHECK --interval=10s --timeout=5s --start-period=150s --retries=3 \
  CMD ["node", "-e", "const { ROLE, WORKER_PORT, APP_PORT } = process.env; const port = ROLE === 'worker' ? WORKER_PORT || 3001 : APP_PORT || 3000; fetch(`http://127.0.0.1:${port}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "src/main.ts"]
CMD ["serve"]
