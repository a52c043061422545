import { setPriority } from 'node:os';
import { describeError } from '#domain/describe-error.ts';
import { runUpkeepJob, upkeepJob } from './upkeep-jobs.ts';

/** A process that does one job at a time, behind everything else that the machine has to do (`upkeep-worker.ts`). */

try {
  setPriority(Number(process.argv[2]));
} catch {
  // Not everywhere may a process step back.
}

process.on('message', (message) => {
  const answer = async () => runUpkeepJob(upkeepJob.parse(message));
  answer().then(
    (value) => process.send?.({ ok: true, value }),
    (error: unknown) => process.send?.({ ok: false, message: describeError(error) }),
  );
});
