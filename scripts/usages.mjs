/**
 * How each command is called, and the options that it takes: others are refused before anything is done. `null` where arguments are passed
 * on to another program.
 */
export const usages = {
  start: {
    usage: `Usage: npm start
Installs, starts the embedded Supabase, loads the demo content, publishes and serves. It is set up by environment variables: see .env.example.`,
    options: [],
  },
  dev: {
    usage: `Usage: npm run dev
Hot reload: pages are rendered from the sources on request, and nothing is published.`,
    options: [],
  },
  edge: {
    usage: `Usage: npm run edge
Serves the published sites from a bucket or a folder (EDGE_SOURCE), and asks the server for the rest (NODE_ORIGIN).`,
    options: [],
  },
  publisher: {
    usage: `Usage: npm run publisher
Publishes and serves nothing, beside a server on another machine.`,
    options: [],
  },
  build: {
    usage: `Usage:
  npm run build [-- --site SITE]    full builds of all sites, or of one
  npm run build -- --code-only      the code bundle alone, without a database`,
    options: ['--site', '--code-only'],
  },
  publish: {
    usage: `Usage:
  npm run publish [-- --page SITE:PATH] [--dry-run] [--json]    publishes what waits, with a page's draft first
  npm run publish -- --all                                      builds all sites again
  npm run publish -- --rollback SITE                            goes back to the previous build`,
    options: ['--page', '--all', '--dry-run', '--rollback', '--json'],
  },
  content: {
    usage: `Usage:
  npm run content -- export FILE                          writes all content into one JSON bundle
  npm run content -- import FILE|DIRECTORY [--replace]    brings a bundle, or a directory of seed files, in
                                                          --replace deletes all other content first`,
    options: ['--replace'],
  },
  investors: {
    usage: `Usage:
  npm run investors -- FILE.csv|FILE.json    brings in stock quotes and investor publications
A CSV file has the columns symbol, day, open, high, low, close, volume
  or key, category, published_at, url, title_en, title_de, title_jp, title_cn, title_kr.
A JSON file has the lists "quotes" and "publications". Prices are in US dollars.`,
    options: [],
  },
  redirects: {
    usage: `Usage: npm run --silent redirects -- SITES/main/current/_redirects [--caddy] > FILE
Writes the redirects of a published site as rules of nginx, or of Caddy, for files that are served without a Node server behind them.`,
    options: ['--caddy'],
  },
  doctor: {
    usage: `Usage: npm run doctor [-- --json]
Looks at a whole deployment, changes nothing, and says what is wrong and what to do. Ends with 1 where something is wrong.`,
    options: ['--json'],
  },
  user: {
    usage: `Usage:
  npm run user -- add EMAIL --role editor|admin [--name NAME]
  npm run user -- disable EMAIL
  npm run user -- reset-second-factor EMAIL
The password is asked for on a terminal, taken from USER_PASSWORD, or else made and printed once.`,
    options: ['--role', '--name'],
  },
  db: {
    usage: `Usage: npm run db -- <command>

  migrate        applies new migrations to the database: that of DATABASE_URL, or the embedded one in DATA_DIR
  reset          empties the embedded database in DATA_DIR, stored files included, and applies all migrations
  migration NAME writes the next migration: what the schema files define and the migrations do not make yet
  squash         replaces all migrations by one that makes what the schema files define; databases that have some of them go on
  types          writes src/database/database.types.ts from the migrations; --check only compares
  lint           checks the migrated schema as Supabase's advisors do, and that no migration takes away what the version before uses
  test           runs the pgTAP tests in supabase/tests
  backup FILE    writes all rows, accounts included, and the stored files into one file; the website may be running
  restore FILE   makes the database and the stored files those of a backup; --replace also where there is content already
  psql           opens the database in psql, where that is installed, or else says how to reach it

For a hosted or self-hosted Supabase use its own tool: npx supabase db push --remote`,
    options: ['--check', '--replace'],
  },
  check: {
    usage: `Usage: npm run check [-- format lint astro knip]
All checks of the code, or those that are named.`,
    options: [],
  },
  new: {
    usage: `Usage:
  npm run new -- module NAME                a module type, such as testimonial
  npm run new -- kind NAME [AREA] [--page]  a kind of content, such as webinar-series, in an area of the administration;
                                            with --page its records have pages of their own
  npm run new -- locale NAME [LANGUAGE]     a locale, such as fr, or se with the language sv
  npm run new -- site NAME                  a site, such as academy
Writes its files, its lines in the files of the others, and its definition for the database, and says what is left to do.`,
    options: ['--page'],
  },
  docs: {
    usage: `Usage: npm run docs
Writes the tables of docs/content-model.md and docs/modules.md, and the rules of the proxies in deploy/, from the code.`,
    options: [],
  },
  draw: {
    usage: `Usage:
  npm run draw                          draws all pictures, documents and archives of the demo content
  npm run draw -- pictures [NAME …]     pictures, or those whose names begin so
  npm run draw -- documents [KEY …]     data sheets, manuals and drawings; needs Chromium
  npm run draw -- software              the archives of the downloads`,
    options: [],
  },
  test: {
    usage: `Usage:
  npm test                          everything
  npm test -- STAGE [ARGUMENTS]     one stage
  npm test -- --changed [BASE]      what files changed since BASE (main) reach
  npm test -- --smoke               one journey of each capability`,
    options: null,
  },
  'test-full': {
    usage: `Usage: npm run test:full
All tests, long sweeps and Lighthouse. TEST_SEED=N repeats the random ones; README_PICTURES=1 makes the pictures of the README.`,
    options: [],
  },
  bench: {
    usage: `Usage: npm run bench [-- OPTIONS]
  --quick                  one size, few samples
  --sizes N,N --samples N --seed N --locales en,de --dir DIRECTORY
  --pickers, --lists, --imports, --drafts, --releases, --catalog, --search
                           only that part
  --soak [--minutes N]     readers and editors for a long time, with two publishers
  --json, --out FILE       figures for programs`,
    options: [
      '--sizes',
      '--samples',
      '--locales',
      '--seed',
      '--dir',
      '--quick',
      '--pickers',
      '--lists',
      '--imports',
      '--drafts',
      '--releases',
      '--catalog',
      '--soak',
      '--minutes',
      '--search',
      '--json',
      '--out',
    ],
  },
};

/**
 * What is wrong with the options of a command, in a sentence; null where nothing is.
 *
 * @param {keyof typeof usages} command
 * @param {readonly string[]} given
 * @returns {string | null}
 */
export function findUnknownOption(command, given) {
  /** @type {readonly string[] | null} */
  const known = Object.hasOwn(usages, command) ? usages[command].options : null;
  if (!known) return null;
  const unknown = given
    .map((argument) => argument.split('=', 1)[0] ?? '')
    .find((name) => /^--?[a-z]/i.test(name) && !known.includes(name));
  return unknown === undefined ? null : `There is no option ${unknown}.`;
}
