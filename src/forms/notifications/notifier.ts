import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { type Delivery, type Post, deliver, delivery } from './deliver.ts';
import { sweepMailbox } from './sweep-mailbox.ts';

/** How often the queue is looked at when nobody says that there is something in it. */
const interval = 5000;
/** Submissions whose time has come are deleted this often. */
const retentionInterval = 60 * 60 * 1000;
/** So many at a time; each is given the time that a slow receiver may take. */
const batch = 10;
const leaseSeconds = 120;

/** What the operator is told; nothing of what was sent. */
type Log = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;

/**
 * Tells of what visitors have sent, by mail and webhook, from the queue in the database: what does not go out is tried again,
 * by whichever process is there then. Deletes submissions when their time has come.
 */
export class Notifier {
  readonly #client: Client;
  readonly #post: Post;
  readonly #log: Log;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;
  #swept = 0;

  constructor(client: Client, { log, ...post }: Post & { log: Log }) {
    this.#client = client;
    this.#post = post;
    this.#log = log;
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

  /** Settles when what is under way has been sent. */
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
      this.#log.error({ reason: reasonOf(error) }, 'The queue of notifications could not be read');
    }
  }

  /** Sends everything that is due. Answers how much of it went out, and how much did not. */
  async announce(): Promise<{ delivered: number; failed: number }> {
    const count = { delivered: 0, failed: 0 };
    for (;;) {
      const due = await expectData(
        'claim_form_deliveries',
        this.#client.rpc('claim_form_deliveries', { p_limit: batch, p_lease_seconds: leaseSeconds }),
        z.array(delivery),
      );
      for (const problem of await Promise.all(due.map((one) => this.#deliver(one)))) {
        count[problem === null ? 'delivered' : 'failed'] += 1;
      }
      if (due.length < batch || this.#isStopped) return count;
    }
  }

  async #deliver(due: Delivery): Promise<string | null> {
    const problem = await deliver(due, this.#post).then(() => null, reasonOf);
    const state = await expectData(
      'finish_form_delivery',
      this.#client.rpc('finish_form_delivery', { p_id: due.id, ...(problem === null ? {} : { p_error: problem }) }),
      z.string().nullable(),
    );
    // The submission was deleted while it was being told of.
    if (state === null) await this.#sweepMailbox();
    // Ids only: nothing of what was sent is written to a log.
    if (problem !== null) {
      const about = { delivery: due.id, submission: due.submission.id, channel: due.channel, attempts: due.attempts };
      this.#log.warn({ ...about, state, reason: problem }, 'A submission could not be announced');
    }
    return problem;
  }

  /** Deletes what has been kept long enough; answers how much. */
  async deleteExpired(): Promise<number> {
    const query = this.#client.rpc('delete_expired_submissions');
    const deleted = await expectData('delete_expired_submissions', query, z.number());
    if (deleted > 0) this.#log.info({ deleted }, 'Submissions were deleted because their time had come');
    await this.#sweepMailbox();
    return deleted;
  }

  #sweepMailbox(): Promise<number> {
    return sweepMailbox(this.#post.config.mail, this.#client);
  }
}

/** Why something failed, in words that repeat nothing of what was sent: a mail server's answer can. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    return `The mail server answered ${error.responseCode}`;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
