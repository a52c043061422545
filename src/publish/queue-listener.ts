import type { Notifications } from '#content/database.ts';

/** How often the connection is asked whether it still hears: a cut in the network goes unnoticed otherwise. */
const checkMilliseconds = 5000;
/** The message that a listener sends to itself; triggers send another one, or an empty one. */
const probe = 'probe';
/** The message of triggers when a person has made the change. */
const ofPerson = 'person';

/**
 * Hears of queued changes as they are committed. A connection that is open may be deaf all the same, behind a pooler or after a
 * cut in the network, so it sends itself a message now and then, and listens anew when it did not hear the last one.
 */
export class QueueListener {
  readonly #notifications: Notifications;
  readonly #onChange: (isOfPerson: boolean) => void;
  #heard = false;
  #isHearing = false;
  #stop: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param onChange called for each change that is heard of, and when changes may have been missed */
  constructor(notifications: Notifications, onChange: (isOfPerson: boolean) => void) {
    this.#notifications = notifications;
    this.#onChange = onChange;
  }

  /** Whether a change would be heard, as far as is known. */
  get isHearing(): boolean {
    return this.#isHearing;
  }

  start(): void {
    this.#stop ??= this.#listen();
    this.#timer ??= setInterval(() => this.#check(), checkMilliseconds);
  }

  stop(): void {
    this.#stop?.();
    if (this.#timer) clearInterval(this.#timer);
    this.#isHearing = false;
  }

  #listen(): () => void {
    return this.#notifications.listen({
      onListening: () => {
        this.#probe();
        // Changes that were queued while the connection was down had no notification.
        this.#onChange(false);
      },
      onMessage: (payload) => {
        this.#heard = true;
        this.#isHearing = true;
        if (payload !== probe) this.#onChange(payload === ofPerson);
      },
    });
  }

  #check(): void {
    if (!this.#heard) {
      const wasHearing = this.#isHearing;
      this.#isHearing = false;
      this.#stop?.();
      this.#stop = this.#listen();
      // The next look at the queue is far off for one that hears.
      if (wasHearing) this.#onChange(false);
    }
    this.#heard = false;
    this.#probe();
  }

  #probe(): void {
    // An error is an answer too: then nothing is heard.
    void this.#notifications.send(probe).then(() => {});
  }
}
