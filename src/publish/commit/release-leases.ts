import { z } from 'zod';
import { expectData } from '#content/clients/client.ts';
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
    const release = () =>
      calls.rpc('publish_release_leases', { p_worker: worker, ...(ended ? { p_has_ended: true } : {}) });
    const step = () => expectData('publish_release_leases', release(), z.boolean());
    while (await step());
  }
}

/** Gives back what processes of this machine held that were killed; what those of other machines held is free when its lease ends. */
export async function releaseEndedWorkers(calls: Calls): Promise<void> {
  const workers = await expectData('publish_workers', calls.rpc('publish_workers'), z.array(z.string()));
  await releaseLeases(calls, workers.filter(hasEnded), true);
}
