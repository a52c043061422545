import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import { outputFile } from '#edge/output-file.ts';
import { type LostLeases, lostLease } from './lost-leases.ts';
import { type ClaimedOutput, outputPath, pathsOfFile } from '#publish/output.ts';

/** A file is removed within milliseconds. */
const askAgainMilliseconds = 5;

/** The path that is reserved for a claimed output; null where it is not shown, or has its path already. */
export function reservedPath(output: ClaimedOutput): string | null {
  // Whatever changes the address of an output is a change of more than its frame.
  if (output.of_frame) return null;
  const path = output.shown ? outputPath(output, output.address) : null;
  return path === output.path ? null : path;
}

const takenAnswer = z.object({ busy: z.array(z.string()), lost: z.array(lostLease) });

/**
 * Reserves the new paths of claimed outputs, so that no other publisher removes the files that are put there next. Waits while
 * one is removing the file of an output that has left the path; one that has not finished in its time does so no more.
 * @param timeoutSeconds seconds after which the lease of such a removal has expired
 */
export async function takePaths(
  calls: Calls,
  worker: string,
  outputs: readonly ClaimedOutput[],
  lost: Pick<LostLeases, 'after' | 'settle'>,
  timeoutSeconds: number,
): Promise<void> {
  let wanted = outputs.flatMap((output) => {
    const { site, kind, ref, locale, listed } = output;
    const path = reservedPath(output);
    if (path === null) return [];
    return [{ site, kind, ref, locale, listed, path, paths: pathsOfFile(outputFile(path)) }];
  });
  const until = performance.now() + timeoutSeconds * 1000;
  while (wanted.length > 0) {
    const { busy, lost: others } = await callFunction(calls, 'publish_take_paths', takenAnswer, {
      p_worker: worker,
      p_outputs: wanted,
      p_lost_after: lost.after,
    });
    await lost.settle(others, worker);
    wanted = wanted.filter(({ path }) => busy.includes(path));
    if (wanted.length === 0) return;
    if (performance.now() > until) throw new Error(`Another publisher does not finish removing ${busy.join(', ')}`);
    await setTimeout(askAgainMilliseconds);
  }
}
