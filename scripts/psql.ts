import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Opens a database in an installed psql, or prints its connection string, and leaves it open until Ctrl-C.
 * @param options for psql, such as `-c` and a statement
 * @returns the exit code
 */
export async function openPsql(url: string, options: readonly string[]): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  // Ctrl-C is psql's: it ends a statement there.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  const words = [
    '-h',
    hostname,
    '-p',
    port || '5432',
    '-U',
    decodeURIComponent(username),
    '-d',
    decodeURIComponent(pathname.slice(1)),
  ];
  const child = spawn('psql', [...words, ...options], {
    stdio: 'inherit',
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (status) => resolve(status ?? 1));
  });
  process.off('SIGINT', ignore);
  if (code !== null) return code;
  console.log(`psql is not installed. Any client of PostgreSQL reaches the database, until Ctrl-C, at\n${url}`);
  await once(process, 'SIGINT');
  return 0;
}
