import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '#server/config.ts';

/** An e-mail in plain text, to one recipient. */
export type Mail = { to: string; subject: string; text: string };

/** The submission that an e-mail belongs to, which is in the file name of the local mailbox; not part of the e-mail. */
type MailAbout = { submission: number };

/** Sends an e-mail, or throws with the reason of the failure. */
export type SendMail = (mail: Mail, about?: MailAbout) => Promise<void>;

/** Timeouts of the mail server, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The function that sends e-mail; null where Supabase sends its own and no mail server is configured. */
export function makeSendMail(settings: MailSettings): SendMail | null {
  switch (settings.by) {
    case 'none':
      return null;
    case 'smtp': {
      const transport = createTransport({ url: settings.url, ...timeouts });
      return async (mail) => {
        await transport.sendMail({ from: settings.from, ...mail });
      };
    }
    case 'mailbox':
      return (mail, about) => storeMail(settings, mail, about);
  }
}

/** Writes an e-mail to the local mailbox: the message as it would be sent, and JSON for the mailbox page. */
async function storeMail(
  { directory, from }: { directory: string; from: string },
  mail: Mail,
  about?: MailAbout,
): Promise<void> {
  const composed = await createTransport({ streamTransport: true, buffer: true }).sendMail({ from, ...mail });
  const sentAt = new Date().toISOString();
  const name = `${sentAt.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
  const file = path.join(directory, about ? `${name}-submission-${about.submission}` : name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.eml`, composed.message, { mode: 0o600 });
  await writeFile(`${file}.json`, JSON.stringify({ ...mail, sentAt }), { mode: 0o600 });
}
