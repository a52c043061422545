import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { Notifier } from '#forms/notifications/notifier.ts';
import type { MailSettings } from '#server/config.ts';
import { type SendMail, makeSendMail } from '#server/mail/mail.ts';
import { log } from '#server/log.ts';
import { readMailbox } from '#server/mail/mailbox.ts';
import { sweepMailbox } from '#forms/notifications/sweep-mailbox.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { openMailServer } from '../fixtures/mail-server.ts';

/** Notifications of submissions are retried until they succeed; submissions are deleted after their retention time. */

let embedded: Embedded;
let client: Client;
let formId: number;
const origins = makeTable(siteIds, (site) => `https://${site}.example`);
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
  client = createKeyClient(embedded.url, embedded.secretKey);
  const content = [
    {
      id: 'a',
      fieldType: 'SelectList',
      name: 'topic',
      label: 'Topic',
      options: [{ optionLabel: 'An order', optionValue: 'order' }],
    },
  ];
  const form = await rowsOf(client.from('forms').insert({ title: 'Contact', content }).select('id').single());
  formId = form.id;
});
afterAll(() => embedded.stop());
beforeEach(async () => {
  await rowsOf(client.from('form_submissions').delete().gt('id', 0).select('id'));
  await rowsOf(client.from('form_recipients').delete().gt('id', 0).select('id'));
});

/** The answer of a query that finds something. */
async function rowsOf<T>(answer: Parameters<typeof must<T>>[0]): Promise<NonNullable<T>> {
  const data = await must(answer);
  if (data === null || data === undefined) throw new Error('Nothing was found');
  return data;
}

type Channel = 'mail' | 'webhook';

/** A submission with a notification for one recipient. */
async function submit(channel: Channel, address: string): Promise<{ delivery: number; secret: string }> {
  const recipients = client.from('form_recipients').insert({ form_id: formId, channel, address });
  const recipient = await rowsOf(recipients.select('id, secret').single());
  const submission = await rowsOf(
    client
      .from('form_submissions')
      .insert({
        form_id: formId,
        form_version: 1,
        form_title: 'Contact',
        locale: 'en',
        page_path: '/contact',
        content: { topic: 'order' },
        delete_after: new Date(Date.now() + day).toISOString(),
      })
      .select('id')
      .single(),
  );
  const deliveries = client
    .from('form_deliveries')
    .insert({ submission_id: submission.id, recipient_id: recipient.id, channel, address });
  const { id } = await rowsOf(deliveries.select('id').single());
  return { delivery: id, secret: recipient.secret };
}

type Announcing = { smtp?: string; mailbox?: string; allowPrivate?: boolean };

function notifier({ smtp, mailbox, allowPrivate = true }: Announcing): Notifier {
  const from = 'Ostrevo <web@example.com>';
  const mail: MailSettings = smtp
    ? { by: 'smtp', url: smtp, from }
    : mailbox
      ? { by: 'mailbox', directory: mailbox, from }
      : { by: 'none' };
  const config = { origins, allowPrivateWebhooks: allowPrivate, mail };
  return new Notifier(client, {
    onAttempt: () => {},
    config,
    sendMail: makeSendMail(mail),
    log,
    now: () => new Date('2026-11-21T12:00:00Z'),
  });
}

async function stateOf(id: number): Promise<{ state: string; attempts: number; last_error: string | null }> {
  return rowsOf(client.from('form_deliveries').select('state, attempts, last_error').eq('id', id).single());
}

async function makeDue(id: number): Promise<void> {
  const next_attempt_at = new Date(Date.now() - 1000).toISOString();
  await rowsOf(client.from('form_deliveries').update({ next_attempt_at }).eq('id', id).select('id'));
}

describe('a mail', () => {
  it('that does not go out waits, and goes out later, once', async () => {
    const { delivery } = await submit('mail', 'team@example.com');
    const closed = await openMailServer(true);
    await closed.close();
    expect(await notifier({ smtp: closed.url }).announce()).toEqual({ delivered: 0, failed: 1 });
    expect(await stateOf(delivery)).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'ESOCKET' });
    // Not before its time.
    expect(await notifier({ smtp: closed.url }).announce()).toEqual({ delivered: 0, failed: 0 });

    await makeDue(delivery);
    const server = await openMailServer(true);
    try {
      const sending = notifier({ smtp: server.url });
      expect(await sending.announce()).toEqual({ delivered: 1, failed: 0 });
      expect(await sending.announce()).toEqual({ delivered: 0, failed: 0 });
      expect(server.emails).toHaveLength(1);
      expect(server.emails[0]).toMatch(/Subject: New submission: Contact/);
      expect(server.emails[0]).toContain('Topic\r\nAn order');
      // Long lines of an e-mail are folded.
      expect(server.emails[0]?.replaceAll('=\r\n', '')).toContain(
        `https://main.example/admin/forms/${formId}/submissions`,
      );
    } finally {
      await server.close();
    }
    expect(await stateOf(delivery)).toEqual({ state: 'delivered', attempts: 2, last_error: null });
  });

  it('that a server refuses is logged without its content', async () => {
    const { delivery } = await submit('mail', 'team@example.com');
    const server = await openMailServer(false);
    try {
      await notifier({ smtp: server.url }).announce();
    } finally {
      await server.close();
    }
    expect((await stateOf(delivery)).last_error).toBe('The mail server answered 550');
  });

  it('waits where no mail server is named, and two processes do not send it twice', async () => {
    const { delivery } = await submit('mail', 'team@example.com');
    const both = await Promise.all([notifier({}).announce(), notifier({}).announce()]);
    expect(both.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
    expect((await stateOf(delivery)).last_error).toMatch(/SMTP_URL/);
  });

  it('is given up after sixteen attempts', async () => {
    const { delivery } = await submit('mail', 'team@example.com');
    await rowsOf(client.from('form_deliveries').update({ attempts: 15 }).eq('id', delivery).select('id'));
    await notifier({}).announce();
    expect(await stateOf(delivery)).toMatchObject({ state: 'failed', attempts: 16 });
  });
});

describe('a webhook', () => {
  type Got = { headers: IncomingMessage['headers']; body: string };
  async function openReceiver(status: number, headers: Record<string, string> = {}) {
    const got: Got[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status, headers).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return { url: `http://localhost:${port}/hook`, port, got, close };
  }

  it('carries the answers, and a signature that its secret makes', async () => {
    const receiver = await openReceiver(204);
    try {
      const { delivery, secret } = await submit('webhook', receiver.url);
      expect(await notifier({}).announce()).toEqual({ delivered: 1, failed: 0 });
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.got;
      expect(JSON.parse(body)).toMatchObject({ type: 'form.submitted', form_id: formId, values: { topic: 'order' } });
      const seconds = Date.parse('2026-11-21T12:00:00Z') / 1000;
      const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      expect(headers['x-webhook-signature']).toBe(`t=${seconds},v1=${expected}`);
      expect(headers['x-webhook-id']).toBe(String(delivery));
    } finally {
      await receiver.close();
    }
  });

  it.each([
    [500, {}],
    [302, { location: 'http://localhost:1/elsewhere' }],
  ])('is tried again when the receiver answers %d, which is not followed', async (status, headers) => {
    const receiver = await openReceiver(status, headers);
    try {
      const { delivery } = await submit('webhook', receiver.url);
      expect(await notifier({}).announce()).toEqual({ delivered: 0, failed: 1 });
      expect(await stateOf(delivery)).toMatchObject({
        state: 'waiting',
        last_error: `The receiver answered ${status}`,
      });
    } finally {
      await receiver.close();
    }
  });

  it('is not sent into a private network, by name or by address', async () => {
    const receiver = await openReceiver(204);
    try {
      const deliveries = [];
      for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
        deliveries.push(await submit('webhook', `http://${host}:${receiver.port}/`));
      }
      expect(await notifier({ allowPrivate: false }).announce()).toEqual({ delivered: 0, failed: 5 });
      for (const { delivery } of deliveries) expect((await stateOf(delivery)).last_error).toMatch(/private network/);
      expect(receiver.got).toEqual([]);
    } finally {
      await receiver.close();
    }
  });
});

it('deletes an e-mail from the mailbox of this machine with its submission', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  const mail = { by: 'mailbox', directory, from: 'web@example.com' } as const;
  const recipients = async () => (await readMailbox(directory)).map(({ to }) => to).toSorted();
  try {
    expect(await sweepMailbox({ ...mail, directory: path.join(directory, 'none-yet') }, client)).toBe(0);
    await makeSendMail(mail)?.({ to: 'staff@example.com', subject: 'A new password', text: 'A link' });
    const { delivery } = await submit('mail', 'one@example.com');
    await submit('mail', 'two@example.com');
    expect(await notifier({ mailbox: directory }).announce()).toEqual({ delivered: 2, failed: 0 });
    expect(await sweepMailbox(mail, client)).toBe(0);
    expect(await recipients()).toEqual(['one@example.com', 'staff@example.com', 'two@example.com']);

    const delivered = await rowsOf(client.from('form_deliveries').select('submission_id').eq('id', delivery).single());
    await rowsOf(client.from('form_submissions').delete().eq('id', delivered.submission_id).select('id'));
    expect(await sweepMailbox(mail, client)).toBe(1);
    expect(await recipients()).toEqual(['staff@example.com', 'two@example.com']);

    const past = { submitted_at: '2026-01-01T00:00:00Z', delete_after: '2026-02-01T00:00:00Z' };
    await rowsOf(client.from('form_submissions').update(past).gt('id', 0).select('id'));
    expect(await notifier({ mailbox: directory }).deleteExpired()).toBe(1);
    expect(await recipients()).toEqual(['staff@example.com']);
    // Both the e-mail as it would have been sent and its display.
    expect(await readdir(directory)).toHaveLength(2);
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('erases the e-mail of a submission that was deleted during its notification', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  try {
    await submit('mail', 'team@example.com');
    const mail = { by: 'mailbox', directory, from: 'web@example.com' } as const;
    const sendMail: SendMail = async (letter, about) => {
      await makeSendMail(mail)?.(letter, about);
      await rowsOf(client.from('form_submissions').delete().gt('id', 0).select('id'));
    };
    const config = { origins, allowPrivateWebhooks: true, mail };
    const slow = new Notifier(client, { config, sendMail, log, now: () => new Date(), onAttempt: () => {} });
    expect(await slow.announce()).toEqual({ delivered: 1, failed: 0 });
    expect(await readdir(directory)).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('deletes submissions after their retention time, and records only their number', async () => {
  await submit('mail', 'team@example.com');
  expect(await notifier({}).deleteExpired()).toBe(0);
  const past = { submitted_at: '2026-01-01T00:00:00Z', delete_after: '2026-02-01T00:00:00Z' };
  await rowsOf(client.from('form_submissions').update(past).gt('id', 0).select('id'));
  expect(await notifier({}).deleteExpired()).toBe(1);
  const kept = client.from('form_deletions').select('*').eq('reason', 'retention');
  const [entry] = await rowsOf(kept.order('id', { ascending: false }).limit(1));
  expect(entry).toMatchObject({ form_id: formId, form_title: 'Contact', submissions: 1, reason: 'retention' });
  expect(Object.keys(entry ?? {})).not.toContain('content');
});
