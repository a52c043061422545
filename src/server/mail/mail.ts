import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '#server/config.ts';

/** A letter in plain text, to one person. */
export type Mail = { to: string; subject: string; text: string };

/** What a letter tells of, which this machine's mailbox goes by; nothing of it is in the letter. */
export type MailAbout = { submission: number };

/** Sends a letter, or throws with the reason why it did not go out. */
export type SendMail = (mail: Mail, about?: MailAbout) => Promise<void>;

/** How long a mail server may keep a letter waiting. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** How this process sends mail; null where Supabase sends its own and no mail server is named. */
export function makeSendMail(settings: MailSettings): SendMail | null {
  switch (settings.by) {
    case 'none':
      return null;
    case 'smtp': {
      const transport = createTransport({ url: settings.url, ...patience });
      return async (mail) => {
        await transport.sendMail({ from: settings.from, ...mail });
      };
    }
    case 'mailbox':
      return (mail, about) => keepMail(settings, mail, about);
  }
}

/** Puts a letter into the mailbox of this machine: as it would have been sent, and what of it the mailbox shows. */
async function keepMail(
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
