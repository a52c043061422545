import { SingleBar } from 'cli-progress';

/** Shows how far long work is: a bar with rate and remaining time on a terminal, a line now and then elsewhere. */
export type Progress = { update: (done: number, total: number) => void; end: () => void };

const lineEveryMilliseconds = 2000;

export function startProgress(label: string): Progress {
  const began = performance.now();
  const rate = (done: number) => Math.round(done / Math.max(0.001, (performance.now() - began) / 1000));
  if (process.stdout.isTTY) {
    const bar = new SingleBar({
      format: `  ${label} {bar} {value}/{total}  {rate}/s  {eta_formatted} left`,
      barCompleteChar: '━',
      barIncompleteChar: ' ',
      hideCursor: true,
    });
    let started = false;
    return {
      update: (done, total) => {
        if (!started) bar.start(total, 0, { rate: 0 });
        started = true;
        bar.setTotal(total);
        bar.update(done, { rate: rate(done) });
      },
      end: () => {
        if (started) bar.stop();
      },
    };
  }
  let last = began;
  return {
    update: (done, total) => {
      const now = performance.now();
      if (now - last < lineEveryMilliseconds && done < total) return;
      last = now;
      const left = Math.round((total - done) / Math.max(1, rate(done)));
      console.log(`${label}: ${done} of ${total}, ${rate(done)}/s, ${left} s left`);
    },
    end: () => {},
  };
}
