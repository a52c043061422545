import type { Notifications } from '#content/clients/database.ts';

/** How often the connection is asked whether it still hears: a cut in the network goes unnoticed otherwise. */
const checkMilliseconds = 5000;
/** The message that a listener sends to itself; triggers send another one, or an empty one. */
const probe = 'probe';
/** The message of triggers when a person has made the change. */
const ofPerson = 'person';

type Hears = {
  /** Called for each change that is heard of, and when changes may have been missed. */
  onChange: (isOfPerson: boolean) => void;
  /** Called when there is a connection, and each time that there is a new one. */
  onConnected: () => void;
};

/**
 * Hears of queued changes as they are committed. A connection that is open may be deaf all the same, behind a pooler or after a
 * cut in the network, so it sends itself a message now and then, and listens anew when it did not hear the last one.
 */
export class QueueListener {
  readonly #notifications: Notifications;
  readonly #hears: Hears;
  #heard = false;
  #isHearing = false;
  #stop: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(notifications: Notifications, hears: Hears) {
    this.#notifications = notifications;
    this.#hears = hears;
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
        this.#hears.onConnected();
        // Changes that were queued while the connection was down had no notification.
        this.#hears.onChange(false);
      },
      onMessage: (payload) => {
        this.#heard = true;
        this.#isHearing = true;
        if (payload !== probe) this.#hears.onChange(payload === ofPerson);
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
      if (wasHearing) this.#hears.onChange(false);
    }
    this.#heard = false;
    this.#probe();
  }

  #probe(): void {
    // An error is an answer too: then nothing is heard.
    void this.#notifications.send(probe).then(() => {});
  }
}
