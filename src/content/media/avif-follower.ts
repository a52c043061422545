import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import { mediaHash, mediaPath } from '#domain/media/media-path.ts';
import type { MediaStorage } from '#content/media/store.ts';

const waitingPictures = z.array(
  z.object({ hash: mediaHash, storage_path: mediaPath, widths: z.array(z.int().positive()) }),
);

/** Pictures that are marked at once. The pages that show them are rendered again each time. */
const markBatchSize = 500;
const readBatchSize = 20;
/** A picture that failed is tried again after that: Storage may only have been away. */
const restMilliseconds = 60 * 60 * 1000;

type AvifFollowerOptions = {
  calls: Calls;
  storage: Pick<MediaStorage, 'storeAvif'>;
  /** Told of a picture of which no AVIF could be made, once. */
  onFailure: (hash: string, reason: string) => void;
};

/** Makes the AVIF files of pictures that have none yet, one picture after another; until then pages offer WebP alone. */
export class AvifFollower {
  readonly #options: AvifFollowerOptions;
  /** Pictures that had no AVIF made of them, and when it may be tried again (milliseconds of `Date.now`). */
  readonly #failed = new Map<string, number>();

  constructor(options: AvifFollowerOptions) {
    this.#options = options;
  }

  /** Goes through all pictures that wait, while `goesOn`. Answers how many got their files. */
  async follow(goesOn: () => boolean): Promise<number> {
    const { calls } = this.#options;
    const besides = [...this.#failed].flatMap(([hash, until]) => (until > Date.now() ? [hash] : []));
    let done = 0;
    let made: string[] = [];
    const mark = async () => {
      if (made.length === 0) return;
      await callFunction(calls, 'mark_avif', z.unknown(), { p_hashes: made });
      done += made.length;
      made = [];
    };
    try {
      while (goesOn()) {
        const waiting = await callFunction(calls, 'images_without_avif', waitingPictures, {
          p_besides: [...besides, ...made],
          p_limit: readBatchSize,
        });
        if (waiting.length === 0) break;
        for (const picture of waiting) {
          if (!goesOn()) break;
          const stored = await this.#options.storage.storeAvif(picture);
          if (stored.ok) made.push(picture.hash);
          else {
            besides.push(picture.hash);
            this.#rest(picture.hash, stored.failure.message);
          }
        }
        if (made.length >= markBatchSize) await mark();
      }
    } finally {
      await mark();
    }
    return done;
  }

  #rest(hash: string, reason: string): void {
    const isNew = !this.#failed.has(hash);
    this.#failed.set(hash, Date.now() + restMilliseconds);
    if (isNew) this.#options.onFailure(hash, reason);
  }
}
