import { z } from 'zod';
import { expectData } from '#content/client.ts';
import type { Calls } from '#content/database.ts';
import { mediaHash, mediaPath } from '#domain/media-path.ts';
import type { MediaStorage } from './store.ts';

const waitingPictures = z.array(
  z.object({ hash: mediaHash, storage_path: mediaPath, widths: z.array(z.int().positive()) }),
);

/** Pictures that are marked at once. The pages that show them are rendered again each time. */
const markedAtOnce = 500;
const readAtOnce = 20;

export type AvifFollowerOptions = {
  calls: Calls;
  storage: Pick<MediaStorage, 'storeAvif'>;
  /** Told of pictures of which there will be no AVIF. */
  onFailure: (hash: string, reason: string) => void;
};

/** Makes the AVIF files of pictures that have none yet, one picture after another; until then pages offer WebP alone. */
export class AvifFollower {
  readonly #options: AvifFollowerOptions;
  readonly #failed = new Set<string>();

  constructor(options: AvifFollowerOptions) {
    this.#options = options;
  }

  /** Goes through all pictures that wait, while `goesOn`. Answers how many got their files. */
  async follow(goesOn: () => boolean): Promise<number> {
    const { calls } = this.#options;
    let done = 0;
    let made: string[] = [];
    const mark = async () => {
      if (made.length === 0) return;
      await expectData('mark_avif', calls.rpc('mark_avif', { p_hashes: made }), z.unknown());
      done += made.length;
      made = [];
    };
    try {
      while (goesOn()) {
        const waiting = await expectData(
          'images_without_avif',
          calls.rpc('images_without_avif', { p_besides: [...this.#failed, ...made], p_limit: readAtOnce }),
          waitingPictures,
        );
        if (waiting.length === 0) break;
        for (const picture of waiting) {
          if (!goesOn()) break;
          const stored = await this.#options.storage.storeAvif(picture);
          if (stored.ok) made.push(picture.hash);
          else this.#giveUp(picture.hash, stored.failure.message);
        }
        if (made.length >= markedAtOnce) await mark();
      }
    } finally {
      await mark();
    }
    return done;
  }

  #giveUp(hash: string, reason: string): void {
    this.#failed.add(hash);
    this.#options.onFailure(hash, reason);
  }
}
