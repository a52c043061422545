import type { Notifications } from '#content/database.ts';

/** How often the connection is asked whether it still hears: a cut in the network goes unnoticed otherwise. */
const checkMilliseconds = 30_000;
/** The message that a listener sends to itself; triggers send an empty one. */
const probe = 'probe';

/**
 * Hears of queued changes as they are committed. A connection that is open may be deaf all the same, behind a pooler or after a
 * cut in the network, so it sends itself a message now and then.
 */
export class QueueListener {
  readonly #notifications: Notifications;
  readonly #onChange: () => void;
  #heard = false;
  #isHearing = false;
  #stop: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(notifications: Notifications, onChange: () => void) {
    this.#notifications = notifications;
    this.#onChange = onChange;
  }

  /** Whether a change would be heard, as far as is known. */
  get isHearing(): boolean {
    return this.#isHearing;
  }

  start(): void {
    this.#stop ??= this.#notifications.listen({
      onListening: () => {
        this.#probe();
        // Changes that were queued while the connection was down had no notification.
        this.#onChange();
      },
      onMessage: (payload) => {
        this.#heard = true;
        this.#isHearing = true;
        if (payload !== probe) this.#onChange();
      },
    });
    this.#timer ??= setInterval(() => {
      this.#isHearing = this.#heard;
      this.#heard = false;
      this.#probe();
    }, checkMilliseconds);
  }

  stop(): void {
    this.#stop?.();
    if (this.#timer) clearInterval(this.#timer);
    this.#isHearing = false;
  }

  #probe(): void {
    // An error is an answer too: then nothing is heard.
    void this.#notifications.send(probe).then(() => {});
  }
}
