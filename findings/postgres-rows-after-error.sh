#!/usr/bin/env bash
# postgres 3.4.9: when a statement fails after it has sent rows, as a deferred constraint does at its commit, the driver goes on counting where
# it was: the answer to the next statement on that connection begins with as many holes, and code that takes its first row gets undefined.
# Seen: "2 rows, the first undefined".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund postgres@3.4.9 @electric-sql/pglite@0.3.7 @electric-sql/pglite-socket@0.0.12
cat > ask.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import postgres from 'postgres';

const server = new PGLiteSocketServer({ db: await PGlite.create(), port: Number(process.argv[2]), host: '127.0.0.1' });
await server.start();
const sql = postgres({ host: '127.0.0.1', port: Number(process.argv[2]), database: 'postgres', user: 'postgres', max: 1, ssl: false, onnotice: () => {} });
await sql.unsafe('create table parents (id int primary key); create table children (parent int references parents deferrable initially deferred)');
const refused = await sql.unsafe('insert into children values (1) returning parent').catch((error) => error.code);
if (refused !== '23503') throw new Error(`The insert was answered ${refused}`);
const rows = await sql.unsafe('select 1 as one');
console.log(`${rows.length} rows, the first ${rows[0]?.one}`);
await sql.end();
await server.stop();
process.exit(0);
JS
seen=$(node ask.mjs $((20000 + RANDOM % 10000)))
echo "postgres 3.4.9: $seen"
[ "$seen" = '2 rows, the first undefined' ]
