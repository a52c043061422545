import { hashBytes } from '../hash-bytes.ts';
import { nameProcess, stateOfProcess } from '../process-name.ts';

/** The folder in a build of what publishers have staged there, each in a directory of its own. */
export const staging = '.staging';
/** A build that is being prepared; it is moved to the others when it becomes live. */
export const preparing = '.next-';
/** A directory in which nothing was staged for so long belongs to a publisher that was killed, wherever it ran. */
export const abandonedAfterMilliseconds = 10 * 60 * 1000;

/** What a process stages under a lease is in a directory of its own, which others find by the name of the worker. */
export function nameStaging(worker?: string): string {
  return worker === undefined ? nameProcess() : `${nameProcess()}.${hashWorker(worker)}`;
}

export function isStagingOf(name: string, worker: string): boolean {
  return name.endsWith(`.${hashWorker(worker)}`);
}

function hashWorker(worker: string): string {
  return hashBytes(Buffer.from(worker)).slice(0, 16);
}

/** Of a build that is being prepared: the directory of its publisher, and its own name. */
const preparedName = /^([A-Za-z0-9]+-\d+-[0-9a-f]+(?:\.[\w-]{16})?)-(.+)$/;

export function getPublisher(name: string): string {
  return preparedName.exec(name.slice(preparing.length))?.[1] ?? '';
}

export function buildIn(name: string): string {
  return preparedName.exec(name.slice(preparing.length))?.[2] ?? '';
}

export function isAbandoned(name: string, changedAt: number): boolean {
  const isOld = Date.now() - changedAt > abandonedAfterMilliseconds;
  return hasEnded(name) || (isOld && isOfOthers(name));
}

/** Whether the process that has made a directory is one of this machine that is not there any more. */
export function hasEnded(name: string): boolean {
  const [publisher = ''] = name.split('.');
  return stateOfProcess(publisher) === 'ended';
}

function isOfOthers(name: string): boolean {
  const [publisher = ''] = name.split('.');
  return [null, 'elsewhere'].includes(stateOfProcess(publisher));
}
