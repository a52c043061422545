import type { Config } from '#server/config.ts';
import type { SendMail } from '#server/mail/mail.ts';
import type { Alarm } from './alarm-state.ts';

/** A way to tell operators; throws with the reason when it does not work. */
export type Channel = { name: string; tell: (alarm: Alarm) => Promise<void> };

const timeout = 10_000;

/** The ways that the environment names. */
export function alarmChannels(
  { alerts, origins }: Pick<Config, 'alerts' | 'origins'>,
  sendMail: SendMail | null,
): Channel[] {
  const channels: Channel[] = [];
  const { webhook, slack, email } = alerts;
  const website = new URL(origins.main).host;
  if (webhook !== null) {
    channels.push({ name: 'webhook', tell: (alarm) => post(webhook, { ...alarm, website }) });
  }
  if (slack !== null) {
    channels.push({
      name: 'slack',
      tell: (alarm) => post(slack, { text: forSlack(`${headline(alarm, website)}\n${sentence(alarm)}`) }),
    });
  }
  if (email !== null && sendMail) {
    channels.push({
      name: 'mail',
      tell: (alarm) => sendMail({ to: email, subject: headline(alarm, website), text: `${sentence(alarm)}\n` }),
    });
  }
  return channels;
}

function headline({ event }: Alarm, website: string): string {
  switch (event) {
    case 'trouble':
      return `${website}: publishing needs you`;
    case 'recovered':
      return `${website}: all is well again`;
    case 'release':
      return `${website}: a release was not published`;
  }
}

function sentence({ event, since, reason }: Alarm): string {
  const time = `${since.slice(0, 16).replace('T', ' ')} UTC`;
  const visitors = 'Published pages are still served.';
  if (event === 'release') return reason;
  return event === 'trouble' ? `Since ${time}: ${reason}\n${visitors}` : `Over is what had begun at ${time}: ${reason}`;
}

/** The three characters that Slack reads as markup. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}`);
}
