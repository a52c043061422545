import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { alarmChannels } from '#server/monitoring/alarm-channels.ts';
import type { Look } from '#server/monitoring/alarm-state.ts';
import { Watch } from '#server/monitoring/watch.ts';
import type { Mail } from '#server/mail/mail.ts';
import { expectOk } from '../../scripts/run.ts';

const well: Look = { status: 'ok', since: null, reason: null };
const full: Look = {
  status: 'failing',
  since: '2026-05-04T08:12:55.120Z',
  reason: 'ENOSPC: no space <left> on device',
};

let isUp = true;
const received: { url: string; body: unknown }[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => (text += piece.toString()));
  request.on('end', () => {
    if (isUp) received.push({ url: request.url ?? '', body: JSON.parse(text) });
    response.writeHead(isUp ? 200 : 503).end();
  });
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const address = receiver.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  isUp = true;
  received.length = 0;
});

function open(environment: Record<string, string>) {
  const mails: Mail[] = [];
  const lines: object[] = [];
  const config = expectOk(readConfig({ SITE_HOSTS: 'main=www.example.com', ...environment }));
  let look = well;
  const watch = new Watch({
    look: async () => look,
    channels: alarmChannels(config, async (mail) => void mails.push(mail)),
    everyMilliseconds: 60_000,
    log: { info() {}, warn: (fields) => lines.push(fields), error: (fields) => lines.push(fields) },
  });
  const see = async (...looks: Look[]) => {
    for (const next of looks) {
      look = next;
      await watch.look();
    }
  };
  return { see, mails, lines };
}

describe('Operators', () => {
  it('are told by each way that is set, of trouble and of its end', async () => {
    const { see, mails } = open({
      ALERT_WEBHOOK_URL: `${origin}/hook`,
      ALERT_SLACK_URL: `${origin}/slack`,
      ALERT_EMAIL: 'web@example.com',
    });
    await see(well, well, full, full, full);
    expect(received.toSorted((a, b) => a.url.localeCompare(b.url))).toEqual([
      { url: '/hook', body: { event: 'trouble', ...full, website: 'www.example.com' } },
      {
        url: '/slack',
        body: {
          text: 'www.example.com: publishing needs you\nSince 2026-05-04 08:12 UTC: ENOSPC: no space &lt;left&gt; on device\nPublished pages are still served.',
        },
      },
    ]);
    expect(mails).toMatchObject([{ to: 'web@example.com', subject: 'www.example.com: publishing needs you' }]);
    await see(well, well);
    expect(received).toHaveLength(4);
    expect(mails.at(-1)).toMatchObject({ subject: 'www.example.com: all is well again' });
  });

  it('are told later where a receiver was away, of how it is then', async () => {
    const { see, lines } = open({ ALERT_WEBHOOK_URL: `${origin}/hook?secret=word` });
    isUp = false;
    await see(full, full, full);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('word');
    isUp = true;
    await see(full);
    expect(received).toMatchObject([{ body: { event: 'trouble', status: 'failing' } }]);
    isUp = false;
    await see(well, well);
    isUp = true;
    await see(well);
    expect(received).toMatchObject([{ body: { event: 'trouble' } }, { body: { event: 'recovered' } }]);
    await see(well);
    expect(received).toHaveLength(2);
  });
});

it('an address for alarms needs a mail server beside a Supabase', () => {
  const keys = { SUPABASE_URL: 'https://a.example.com', SUPABASE_PUBLISHABLE_KEY: 'p', SUPABASE_SECRET_KEY: 's' };
  expect(readConfig({ ...keys, ALERT_EMAIL: 'web@example.com' })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('SMTP_URL') },
  });
});
