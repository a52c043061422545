import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '#server/http/client-address.ts';
import type { Config } from '#server/config.ts';

const sentMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() });
export type SentMail = z.infer<typeof sentMail>;

/** The number of e-mails that the mailbox shows. */
const shownMails = 50;

/**
 * Whether a request may read the mailbox: it exists beside the embedded database only, and its links give access to
 * accounts, so it is limited to requests from this machine, to its own name, without a proxy.
 */
export function mayReadMailbox(config: Config, request: Request, address: string): boolean {
  const host = request.headers.get('host')?.replace(/:\d+$/, '') ?? '';
  const isLocal = !config.publicOrigins.has(host) && (host === '127.0.0.1' || /^(\w+\.)?localhost$/.test(host));
  return (
    config.mail.by === 'mailbox' && isLocal && isLoopback(address) && request.headers.get('x-forwarded-for') === null
  );
}

/** The latest e-mails, newest first. */
export async function readMailbox(directory: string): Promise<SentMail[]> {
  const latest = (await listFiles(directory))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, shownMails);
  const files = await Promise.all(latest.map((name) => readFile(path.join(directory, name), 'utf8')));
  return files.flatMap((file) => {
    const parsed = sentMail.safeParse(readJson(file));
    return parsed.success ? [parsed.data] : [];
  });
}

async function listFiles(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Null for a file that is still being written; the next request reads it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
