# syntax=docker/dockerfile:1
# The Node process: drafts, actions, forms, sign-in, search and the publisher. With `--target publisher` an image of the publisher
# alone. docs/deploying.md has the environment of both.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/demo-art/package.json packages/demo-art/
COPY patches patches
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM packages AS build
COPY astro.config.* tsconfig.json ./
COPY public public
COPY scripts scripts
COPY supabase supabase
COPY src src
RUN npm run build -- --code-only

# The project's own Node is one of its packages, so the base needs neither Node nor npm.
FROM debian:bookworm-slim AS run
WORKDIR /app
COPY --from=build /app /app
RUN useradd --uid 10001 --user-group --no-create-home ostrevo \
  && install -d -o ostrevo -g ostrevo /var/lib/ostrevo /srv/ostrevo/sites
USER ostrevo
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=4321 \
  DATA_DIR=/var/lib/ostrevo \
  OUT_DIR=/srv/ostrevo/sites
VOLUME ["/var/lib/ostrevo", "/srv/ostrevo/sites"]
EXPOSE 4321
STOPSIGNAL SIGTERM
# The first start publishes all sites before the server answers.
HEALTHCHECK --interval=15s --timeout=5s --start-period=5m --retries=3 \
  CMD ["node_modules/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

FROM run AS publisher
CMD ["node_modules/node/bin/node", "--disable-warning=ExperimentalWarning", "--initial-old-space-size=256", "scripts/publisher.ts"]

FROM run AS server
CMD ["node_modules/node/bin/node", "--disable-warning=ExperimentalWarning", "--initial-old-space-size=256", "scripts/start.ts"]
