import { describeError } from '#domain/describe-error.ts';
/** How the file of a picture, vector or document gets into Storage. */
type StoreMedia = () => Promise<void>;

type MediaBacklogOptions = {
  /** How many files are stored at once, apart from those that somebody waits for. */
  concurrency?: number;
  /** Adds what another process has left, once, before the first file is stored or asked for. */
  fill?: () => Promise<void>;
  /** Told of a file that could not be stored; the others are stored all the same. */
  onFailure: (hash: string, reason: string) => void;
};

/** The hash in the path of a stored file, of one of its variants, or of a picture that is drawn of one. */
const hashInPath = /(?:^|\/)(?<hash>[0-9a-f]{20})(?=[-./])/;

/**
 * Media whose rows are in the database while their files are not in Storage yet: what is asked for is stored first, and in the
 * end all are.
 */
export class MediaBacklog {
  readonly #options: MediaBacklogOptions;
  readonly #waiting = new Map<string, StoreMedia>();
  readonly #running = new Map<string, Promise<void>>();
  #filled: Promise<void> | null = null;
  #stopped = false;

  constructor(options: MediaBacklogOptions) {
    this.#options = options;
  }

  /** How many files are not in Storage yet. */
  get size(): number {
    return this.#waiting.size + this.#running.size;
  }

  add(hash: string, store: StoreMedia): void {
    this.#waiting.set(hash, store);
  }

  /** Settles when the file of this path is in Storage; at once for a file that is not of the backlog. */
  async arrival(path: string): Promise<void> {
    const hash = hashInPath.exec(path)?.groups?.['hash'];
    if (hash === undefined) return;
    await this.#fill();
    await this.#store(hash);
  }

  /** Stores all that is left, unless it is stopped meanwhile. */
  async storeAll(): Promise<void> {
    await this.#fill();
    const storeOthers = async () => {
      for (const hash of this.#waiting.keys()) {
        if (this.#stopped) return;
        await this.#store(hash);
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency ?? 2 }, storeOthers));
    await Promise.all(this.#running.values());
  }

  /** Begins no further file; settles when those that are under way are stored. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #fill(): Promise<void> {
    this.#filled ??= this.#options.fill?.() ?? Promise.resolve();
    return this.#filled;
  }

  #store(hash: string): Promise<void> {
    const running = this.#running.get(hash);
    if (running) return running;
    const store = this.#waiting.get(hash);
    if (!store) return Promise.resolve();
    this.#waiting.delete(hash);
    const storing = store()
      .catch((error: unknown) => this.#options.onFailure(hash, describeError(error)))
      .finally(() => this.#running.delete(hash));
    this.#running.set(hash, storing);
    return storing;
  }
}
