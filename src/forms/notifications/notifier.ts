import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { type Delivery, type Post, deliver, delivery } from './deliver.ts';
import { sweepMailbox } from './sweep-mailbox.ts';

/** The polling interval of the queue. */
const interval = 5000;
/** The interval at which expired submissions are deleted. */
const retentionInterval = 60 * 60 * 1000;
/** Deliveries claimed at a time; the lease allows for slow receivers. */
const batch = 10;
const leaseSeconds = 120;

/** The operator's log; nothing of a submission's content. */
type Log = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;

/** Told of every attempt to deliver. */
type OnAttempt = (channel: Delivery['channel'], outcome: 'delivered' | 'failed') => void;

/**
 * Sends notifications of submissions by e-mail and webhook, from the queue in the database: failed deliveries are tried again,
 * by whichever process runs then. Deletes submissions when their retention period ends.
 */
export class Notifier {
  readonly #client: Client;
  readonly #post: Post;
  readonly #log: Log;
  readonly #onAttempt: OnAttempt;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;
  #swept = 0;

  constructor(client: Client, { log, onAttempt, ...post }: Post & { log: Log; onAttempt: OnAttempt }) {
    this.#client = client;
    this.#post = post;
    this.#log = log;
    this.#onAttempt = onAttempt;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#work = this.#turn();
      void this.#work.finally(() => {
        if (!this.#isStopped) this.start();
      });
    }, interval);
    this.#timer.unref();
  }

  /** Settles when deliveries in progress have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#work;
  }

  async #turn(): Promise<void> {
    try {
      await this.announce();
      if (Date.now() - this.#swept > retentionInterval) {
        this.#swept = Date.now();
        await this.deleteExpired();
      }
    } catch (error) {
      this.#log.error({ reason: describeReason(error) }, 'The queue of notifications could not be read');
    }
  }

  /** Sends everything that is due. Returns how many deliveries succeeded and failed. */
  async announce(): Promise<{ delivered: number; failed: number }> {
    const count = { delivered: 0, failed: 0 };
    for (;;) {
      const due = await callFunction(this.#client, 'claim_form_deliveries', z.array(delivery), {
        p_limit: batch,
        p_lease_seconds: leaseSeconds,
      });
      for (const problem of await Promise.all(due.map((one) => this.#deliver(one)))) {
        count[problem === null ? 'delivered' : 'failed'] += 1;
      }
      if (due.length < batch || this.#isStopped) return count;
    }
  }

  async #deliver(due: Delivery): Promise<string | null> {
    const problem = await deliver(due, this.#post).then(() => null, describeReason);
    this.#onAttempt(due.channel, problem === null ? 'delivered' : 'failed');
    const state = await callFunction(this.#client, 'finish_form_delivery', z.string().nullable(), {
      p_id: due.id,
      p_error: problem ?? undefined,
    });
    // The submission was deleted while its notification was being sent.
    if (state === null) await this.#sweepMailbox();
    // Ids only: the content of a submission is never logged.
    if (problem !== null) {
      const about = { delivery: due.id, submission: due.submission.id, channel: due.channel, attempts: due.attempts };
      this.#log.warn({ ...about, state, reason: problem }, 'A submission could not be announced');
    }
    return problem;
  }

  /** Deletes submissions whose retention period has ended; returns how many. */
  async deleteExpired(): Promise<number> {
    const deleted = await callFunction(this.#client, 'delete_expired_submissions', z.number());
    if (deleted > 0) this.#log.info({ deleted }, 'Submissions were deleted because their time had come');
    await this.#sweepMailbox();
    return deleted;
  }

  #sweepMailbox(): Promise<number> {
    return sweepMailbox(this.#post.config.mail, this.#client);
  }
}

/** The reason of a failure without any content of the submission, which a mail server's answer can repeat. */
function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    return `The mail server answered ${error.responseCode}`;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
