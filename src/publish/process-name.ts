import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hashOf } from './hash-of.ts';

/** This machine or, in a container, what counts processes of its own: the same number is another process in each. */
const machine = hashOf(Buffer.from(`${hostname()} ${processNamespace()}`))
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

/**
 * A name by which what a process leaves when it is killed is found by the next one on this machine. No two calls give the same.
 *
 * @example nameProcess() // 'k3J9xPq2-4711-0f3a9c21b7de'
 */
export function nameProcess(): string {
  return `${machine}-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/**
 * What has become of the process that has given itself a name: one with this process's number is this process, or one that had the
 * number before. Null for what is no name.
 */
export function stateOfProcess(name: string): 'running' | 'ended' | 'own-number' | 'elsewhere' | null {
  const [, on, pid] = /^([A-Za-z0-9]+)-(\d+)-[0-9a-f]+$/.exec(name) ?? [];
  if (pid === undefined) return null;
  if (on !== machine) return 'elsewhere';
  if (Number(pid) === process.pid) return 'own-number';
  try {
    process.kill(Number(pid), 0);
    return 'running';
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    return isGone ? 'ended' : 'running';
  }
}
