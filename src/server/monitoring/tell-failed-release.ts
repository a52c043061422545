import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { describeError } from '#domain/describe-error.ts';
import type { FailedRelease } from '#publish/queue/release-writer.ts';
import type { Log } from '#publish/log.ts';
import type { Config } from '#server/config.ts';
import type { SendMail } from '#server/mail/mail.ts';
import type { Channel } from './alarm-channels.ts';

type Options = {
  client: Client;
  config: Pick<Config, 'alerts' | 'origins'>;
  sendMail: SendMail | null;
  channels: readonly Channel[];
  log: Log;
};

/** Milliseconds before each attempt to tell somebody: a mail server may be away for a while. */
const pauses = [0, 5000, 30_000, 120_000, 600_000, 3_600_000];

const releaseRow = z.object({
  name: z.string(),
  created_by: z.string().nullable(),
  scheduled_by: z.string().nullable(),
});
const staffRows = z.array(z.object({ email: z.string() }));

/** Tells of releases that were not published at their moment: who made and scheduled them, and the operators. */
export class FailedReleases {
  readonly #options: Options;
  readonly #stopping = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Settles when everybody has been told, or cannot be. */
  async tell(failed: FailedRelease): Promise<void> {
    const { config, sendMail, channels } = this.#options;
    const found = await this.#insist(failed, 'its people', () => this.#find(failed.id));
    if (!found) return;
    const { name, emails } = found;
    const words = describe(failed, name, config.origins.main);
    const alarm = { event: 'release', status: 'release', since: new Date().toISOString(), reason: words.text } as const;
    const mails = emails.filter((email) => email !== config.alerts.email);
    await Promise.all([
      ...channels.map((channel) => this.#insist(failed, channel.name, () => channel.tell(alarm))),
      ...(sendMail ? mails.map((to) => this.#insist(failed, 'a mail', () => sendMail({ to, ...words }))) : []),
    ]);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #find(id: number): Promise<{ name: string; emails: string[] } | null> {
    const { client } = this.#options;
    const query = client.from('releases').select('name, created_by, scheduled_by').eq('id', id).maybeSingle();
    const release = await expectData('releases', query, releaseRow.nullable());
    if (!release) return null;
    const people = [release.scheduled_by, release.created_by].filter((person) => person !== null);
    const staff = client.from('staff').select('email').in('user_id', people).is('disabled_at', null);
    const rows = people.length === 0 ? [] : await expectData('staff', staff, staffRows);
    return { name: release.name, emails: [...new Set(rows.map(({ email }) => email))] };
  }

  /** Does it, after pauses that grow where it fails; null where it goes on failing. */
  async #insist<T>({ id }: FailedRelease, what: string, work: () => Promise<T>): Promise<T | null> {
    const { log } = this.#options;
    for (const milliseconds of pauses) {
      const isStopped = await pause(milliseconds, false, { signal: this.#stopping.signal, ref: false }).catch(
        () => true,
      );
      if (isStopped) return null;
      try {
        return await work();
      } catch (error) {
        const reason = describeError(error);
        // Not the address: it may be a secret.
        log.warn({ release: id, to: what, reason }, 'It could not be told yet that a release was not published');
      }
    }
    return null;
  }
}

function describe({ id, publishAt, reason }: FailedRelease, name: string, origin: string) {
  const moment =
    publishAt === null ? '' : ` at ${new Date(publishAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: `${new URL(origin).host}: the release "${name}" was not published`,
    text: [
      `The release "${name}" was to be published${moment}, and was not: ${reason}`,
      `Nothing of it is live, and nothing of it is lost. Mend what is in the way, then publish it or choose another moment:\n${origin}${adminPaths.release(id)}`,
    ].join('\n\n'),
  };
}
