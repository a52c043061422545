import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

// A process between this project and PostgreSQL, in a separate process group. It ends PostgreSQL when its parent ends
// for any reason, and does not receive Ctrl-C, so that the parent decides the order. It imports nothing but Node's own
// modules, because it runs until the server ends.

/** The parent's order, as JSON in the first argument. */
export type SuperviseOptions = {
  file: string;
  options: readonly string[];
  user: { uid: number; gid: number } | null;
  cwd: string;
  log: string;
  /** Windows: the program and directory with which `pg_ctl` starts and stops the server, without an administrator's rights. */
  windows: { pgCtl: string; folder: string } | null;
};

/** Messages to the parent. */
export type SuperviseMessage = { kind: 'started'; pid: number } | { kind: 'ended'; reason: string };

const logLimit = 8 * 1024 * 1024;
/** A fast shutdown ends within this time, or the server is ended as by a crash, from which the next start recovers. */
const stopTimeout = 3000;

function tell(message: SuperviseMessage, then: () => void = () => {}): void {
  if (process.connected && process.send) process.send(message, then);
  else then();
}

/** Rotates a long log: its end is saved next to it. */
function limitLog(file: string, descriptor: number): void {
  if (fstatSync(descriptor).size <= logLimit) return;
  copyFileSync(file, `${file}.old`);
  truncateSync(file);
}

function superviseChild(options: SuperviseOptions, log: number): void {
  const child: ChildProcess = spawn(options.file, options.options, {
    stdio: ['ignore', log, log],
    cwd: options.cwd,
    ...options.user,
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGQUIT'), stopTimeout).unref();
    setTimeout(() => child.kill('SIGKILL'), stopTimeout + 2000).unref();
  };
  child.on('error', (error) => {
    tell({ kind: 'ended', reason: error.message }, () => process.exit(1));
  });
  child.on('exit', (code, signal) => {
    const reason = signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
    tell({ kind: 'ended', reason }, () => process.exit(0));
  });
  if (child.pid !== undefined) tell({ kind: 'started', pid: child.pid });
  process.on('disconnect', stop);
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
}

/** On Windows an administrator's process may not run PostgreSQL itself; `pg_ctl` gives up the rights, and signals by pipe. */
function superviseByControl(options: SuperviseOptions, { pgCtl, folder }: { pgCtl: string; folder: string }): void {
  const run = (...words: string[]) =>
    spawnSync(pgCtl, ['-D', folder, ...words], { stdio: 'ignore', windowsHide: true }).status;
  const words = options.options.map((word) => `"${word.replaceAll('"', '\\"')}"`).join(' ');
  run('start', '-W', '-l', options.log, '-o', words);
  const serverPid = () => {
    try {
      return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return null;
    }
  };
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  let known: number | null = null;
  let waited = 0;
  setInterval(() => {
    waited += 1;
    if (known === null) {
      known = serverPid();
      if (known !== null) tell({ kind: 'started', pid: known });
    }
    if (known === null ? waited > 100 : !isAlive(known)) {
      tell({ kind: 'ended', reason: 'its process is gone' }, () => process.exit(0));
    }
  }, 100);
  const stop = () =>
    run('stop', '-m', 'fast', '-t', String(stopTimeout / 1000)) === 0 || run('stop', '-m', 'immediate');
  process.on('disconnect', stop);
  process.on('SIGINT', () => {});
}

const options: SuperviseOptions = JSON.parse(process.argv[2] ?? '{}');
const log = openSync(options.log, 'a', 0o600);
limitLog(options.log, log);
if (options.windows) {
  closeSync(log);
  superviseByControl(options, options.windows);
} else {
  setInterval(() => limitLog(options.log, log), 60_000).unref();
  superviseChild(options, log);
}
