import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '#server/http/client-address.ts';
import type { Config } from '#server/config.ts';

const sentMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() });
export type SentMail = z.infer<typeof sentMail>;

/** How many letters the mailbox shows. */
const shownLetters = 50;

/**
 * Whether a request may read the mailbox: there is one beside the embedded database only, and links that it holds open
 * accounts, so it is for whoever sits at this machine and asks it by its own name, past no proxy.
 */
export function mayReadMailbox(config: Config, request: Request, address: string): boolean {
  const host = request.headers.get('host')?.replace(/:\d+$/, '') ?? '';
  const isLocal = !config.publicOrigins.has(host) && (host === '127.0.0.1' || /^(\w+\.)?localhost$/.test(host));
  return (
    config.mail.by === 'mailbox' && isLocal && isLoopback(address) && request.headers.get('x-forwarded-for') === null
  );
}

/** The latest letters, newest first. */
export async function readMailbox(directory: string): Promise<SentMail[]> {
  const latest = (await filesOf(directory))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, shownLetters);
  const letters = await Promise.all(latest.map((name) => readFile(path.join(directory, name), 'utf8')));
  return letters.flatMap((letter) => {
    const parsed = sentMail.safeParse(readJson(letter));
    return parsed.success ? [parsed.data] : [];
  });
}

async function filesOf(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** A letter that is being written is shown when it is complete. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
