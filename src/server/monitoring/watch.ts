import { describeError } from '#domain/describe-error.ts';
import type { Log } from '#publish/log.ts';
import type { Channel } from './alarm-channels.ts';
import { type Alarm, type AlarmState, type Look, calm, nextAlarm } from './alarm-state.ts';

type WatchOptions = {
  look: () => Promise<Look>;
  channels: readonly Channel[];
  everyMilliseconds: number;
  log: Log;
};

/** Looks at the health of the website, and tells operators when something is wrong and when it is over. */
export class Watch {
  readonly #options: WatchOptions;
  #state: AlarmState = calm;
  /** What a channel could not be told yet: the newest, which says how it is now. */
  readonly #unsent = new Map<Channel, Alarm>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Does nothing where nobody is to be told. */
  start(): void {
    if (this.#isStopped || this.#options.channels.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => this.start());
    }, this.#options.everyMilliseconds);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  /** One look; settles when everybody has been told, or could not be. */
  async look(): Promise<void> {
    const { channels, log } = this.#options;
    try {
      const { state, alarm } = nextAlarm(this.#state, await this.#options.look(), new Date().toISOString());
      this.#state = state;
      if (alarm) for (const channel of channels) this.#unsent.set(channel, alarm);
    } catch (error) {
      log.error({ reason: describeError(error) }, 'The health of the website cannot be looked at');
    }
    await Promise.all([...this.#unsent].map(([channel, alarm]) => this.#tell(channel, alarm)));
  }

  async #tell(channel: Channel, alarm: Alarm): Promise<void> {
    try {
      await channel.tell(alarm);
      this.#unsent.delete(channel);
    } catch (error) {
      // Not the address: it may be a secret.
      this.#options.log.warn(
        { channel: channel.name, reason: describeError(error) },
        'Operators could not be told of the health of the website: it is tried again',
      );
    }
  }
}
