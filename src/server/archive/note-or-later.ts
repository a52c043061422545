import { describeError } from '#domain/describe-error.ts';
/** The waits before each further attempt, in milliseconds; the last one again and again. */
const waits = [60_000, 300_000, 3_600_000];

type Options = {
  /** Called with the reason of each attempt that fails. */
  onFailure: (reason: string) => void;
  /** Calls later; by default with a timer that keeps no process alive. */
  after?: (milliseconds: number, act: () => void) => void;
};

/**
 * Notes what is live, at once or else later by itself. What has been done before stays done, so a failure is no error of that. What is
 * noted later is what is live by then.
 *
 * @returns whether it is noted now
 */
export function noteOrLater(note: () => Promise<void>, { onFailure, after = later }: Options): Promise<boolean> {
  const attempt = async (number: number): Promise<boolean> => {
    try {
      await note();
      return true;
    } catch (error) {
      onFailure(describeError(error));
      after(waits[Math.min(number, waits.length - 1)] ?? 0, () => void attempt(number + 1));
      return false;
    }
  };
  return attempt(0);
}

function later(milliseconds: number, act: () => void): void {
  setTimeout(act, milliseconds).unref();
}
