import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import { nameProcess, stateOfProcess } from '#publish/process-name.ts';

/**
 * The name under which a process holds outputs, runs and builds. Two that run have different ones, also on one data directory:
 * what one has staged is put live only where the other has not taken it meanwhile.
 *
 * @param place the machine and the data directory, for people
 */
export function nameWorker(place: string): string {
  return `${place}#${nameProcess()}`;
}

/** Whether what a name holds is held by nobody any more: its process has ended on this machine. */
function hasEnded(worker: string): boolean {
  const [, name = ''] = /#([\w-]+)(?: \([a-z ]+\))?$/.exec(worker) ?? [];
  return stateOfProcess(name) === 'ended';
}

/** Gives back all that is held under some names. */
export async function releaseLeases(calls: Calls, workers: readonly string[], ended = false): Promise<void> {
  for (const worker of workers) {
    const step = () =>
      callFunction(calls, 'publish_release_leases', z.boolean(), { p_worker: worker, p_has_ended: ended });
    while (await step());
  }
}

/** The names of processes of this machine that were killed and hold something. */
export async function listEndedWorkers(calls: Calls): Promise<string[]> {
  const workers = await callFunction(calls, 'publish_workers', z.array(z.string()));
  return workers.filter(hasEnded);
}

/** Gives back what processes of this machine held that were killed; what those of other machines held is free when its lease ends. */
export async function releaseEndedWorkers(calls: Calls): Promise<void> {
  await releaseLeases(calls, await listEndedWorkers(calls), true);
}
