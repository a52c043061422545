import { setPriority } from 'node:os';
import sharp from 'sharp';
import { imageJob, loadForJob, runImageJob } from './image-jobs.ts';
import { begun } from './job-begun.ts';

/** A process that works on one picture at a time, behind everything else that the machine has to do (`image-queue.ts`). */

try {
  setPriority(10);
} catch {
  // Not everywhere may a process step back.
}
sharp.concurrency(1);
sharp.cache(false);

process.on('message', (message) => {
  const answer = async () => {
    const job = imageJob.parse(message);
    await loadForJob(job);
    process.send?.(begun);
    return runImageJob(job);
  };
  answer().then(
    (result) => process.send?.(result),
    // The parent process is notified by the exit.
    () => process.exit(1),
  );
});
