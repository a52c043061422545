import { bucketCode } from '../unwritable.ts';

/** A bucket does not do what it is asked for now. The message says what happened and what to do. */
export class BucketFailure extends Error {
  readonly code = bucketCode;
  /** Whether it may work in a moment. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isPassing = isPassing;
  }
}
