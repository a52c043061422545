import { readFile, readdir } from 'node:fs/promises';
import { clusterFolder, readPostmaster } from '../../src/embedded/postgres/data-directory.ts';

/** `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Processor time in seconds that PostgreSQL has used since it was started on this data directory: its first process, its
 * connections and workers, and those of them that have ended.
 * @returns NaN where the system has no `/proc` to read it from
 * @throws when no server runs there
 */
export async function readDatabaseCpu(dataDirectory: string): Promise<number> {
  const postmaster = await readPostmaster(clusterFolder(dataDirectory));
  if (!postmaster) throw new Error(`No PostgreSQL runs on ${dataDirectory}`);
  if (process.platform !== 'linux') return Number.NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  let ticks = 0;
  for (const stat of stats) {
    // The name of the program is in parentheses and may hold spaces; state and parent follow it.
    const [, parent, ...rest] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const isPostmaster = stat.startsWith(`${postmaster.pid} `);
    if (!isPostmaster && parent !== postmaster.pid) continue;
    const [own = 0, ownSystem = 0, ended = 0, endedSystem = 0] = rest.slice(9, 13);
    ticks += own + ownSystem + (isPostmaster ? ended + endedSystem : 0);
  }
  return ticks / ticksPerSecond;
}
