import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hashBytes } from './hash-bytes.ts';

/** This machine or, in a container, what counts processes of its own: the same number is another process in each. */
const machine = hashBytes(Buffer.from(`${hostname()} ${processNamespace()}`))
  .replaceAll(/[^A-Za-z0-9]/g, '')
  .slice(0, 8);

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has them.
    return '';
  }
}

/** When this process began: another that had its number before, as in a container that is started again, began at another moment. */
const begun = Math.round(performance.timeOrigin * 1000).toString(16);

/**
 * A name by which what a process leaves when it is killed is found by the next one on this machine. No two calls give the same.
 *
 * @example nameProcess() // 'k3J9xPq2-4711-644b3e1f2a8c00f3a9c21b7de'
 */
export function nameProcess(): string {
  return `${machine}-${process.pid}-${begun}${randomBytes(6).toString('hex')}`;
}

/**
 * What has become of the process that has given itself a name. Null for what is no name. No clock and no time of a file counts: those
 * of a machine may be set, and those of a file system in the network are another machine's.
 */
export function stateOfProcess(name: string): 'running' | 'ended' | 'elsewhere' | null {
  const [, on, pid, mark] = /^([A-Za-z0-9]+)-(\d+)-([0-9a-f]+)$/.exec(name) ?? [];
  if (pid === undefined || mark === undefined) return null;
  if (on !== machine) return 'elsewhere';
  if (Number(pid) === process.pid) return mark.startsWith(begun) ? 'running' : 'ended';
  try {
    process.kill(Number(pid), 0);
    return 'running';
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    return isGone ? 'ended' : 'running';
  }
}
