import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#embedded/postgres/start-postgres.ts';
import { descendants, endWith, forkPostgres } from '../fixtures/fork-postgres.ts';
import { makeRandom } from '../fixtures/random.ts';

/** Whatever moment all processes are killed at, every write that was acknowledged is there after the next start. */
const kills = Number(process.env['POSTGRES_KILLS'] ?? 3);
const seed = Number(process.env['CRASH_SEED'] ?? 4711);
const random = makeRandom(seed);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crashing-postgres-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writtenRows(): Promise<Set<number>> {
  const server = await startPostgres({ folder });
  const sql = postgres(server.adminUrl(), { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ row: string }[]>`select row from written`;
    return new Set(rows.map(({ row }) => Number(row)));
  } finally {
    await sql.end();
    await server.stop();
  }
}

describe(`all processes of a writing PostgreSQL, killed (seed ${seed})`, () => {
  it.for(Array.from({ length: kills }, (_, index) => index + 1))(
    'lose nothing that was acknowledged, at moment %i',
    async () => {
      const { child, answer, written } = await forkPostgres({
        folder,
        environment: { WRITERS: '4', POSTGRES_DURABLE: '1' },
      });
      expect(answer).toMatchObject({ kind: 'ready' });
      const enough = 20 + random.integer(400);
      while (written.size < enough) await sleep(5);
      const pids = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
      const ended = endWith(child, 'SIGKILL');
      for (const pid of pids.slice(1).toSorted(() => random.next() - 0.5)) process.kill(pid, 'SIGKILL');
      await ended;
      const present = await writtenRows();
      expect([...written].filter((row) => !present.has(row))).toEqual([]);
      expect(written.size).toBeGreaterThanOrEqual(enough);
    },
  );
});
