import { createTransport } from 'nodemailer';
import { describeCause } from '#domain/describe-error.ts';
import { isLoopback } from '#server/http/client-address.ts';
import type { Config } from '#server/config.ts';
import { type Finding, note, well, wrong } from './finding.ts';
import { usualDemoEditor } from '../demo.ts';
import type { Keys } from './check-keys.ts';

/** Whether the mail server takes the login. Nothing is sent. */
export async function checkMail({ mail }: Config): Promise<Finding> {
  switch (mail.by) {
    case 'none':
      return note('SMTP_URL', 'forms cannot announce by mail', 'Set it and MAIL_FROM where forms have recipients.');
    case 'mailbox':
      return note('SMTP_URL', `mail stays on this machine, in ${mail.directory}`, 'Set it before visitors come.');
    case 'smtp': {
      const transport = createTransport({ url: mail.url, connectionTimeout: 10_000, greetingTimeout: 10_000 });
      try {
        await transport.verify();
        return well('SMTP_URL', `the mail server takes mail from ${mail.from}`);
      } catch (error) {
        const todo = 'Check host, port, user and password; smtps:// is for TLS from the start.';
        return wrong('SMTP_URL', `the mail server does not take mail: ${describeCause(error)}`, todo);
      } finally {
        transport.close();
      }
    }
  }
}

/** Whether what is public lets in whom it should not. */
export async function checkDoors(config: Config, keys: Keys | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  const isPublic = config.publicOrigins.size > 0;
  if (keys && isPublic && (await signsIn(keys, usualDemoEditor))) {
    const todo = `Disable it: npm run user -- disable ${usualDemoEditor.email}`;
    findings.push(
      wrong('Demo editor', `${usualDemoEditor.email} can sign in with the password that everybody can read`, todo),
    );
  }
  if (isPublic && !isLoopback(config.host) && config.host !== 'localhost' && config.metricsToken === null) {
    findings.push(
      note('METRICS_TOKEN', 'only this machine can read /metrics', 'Set it where Prometheus is elsewhere.'),
    );
  }
  return findings;
}

async function signsIn({ url, publishableKey }: Keys, editor: typeof usualDemoEditor): Promise<boolean> {
  const answer = await fetch(new URL('/auth/v1/token?grant_type=password', url), {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(editor),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  return answer?.ok ?? false;
}
