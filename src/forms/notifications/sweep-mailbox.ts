import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '#content/client.ts';
import { remainingSubmissions } from '../inbox/submissions.ts';
import type { MailPlace } from './send-mail.ts';

/** How many submissions are asked for at a time. */
const atATime = 200;

/**
 * Erases the letters that tell of submissions which are gone: the mailbox is storage of this installation, so a letter in it is
 * kept no longer than what it tells of. Answers how many.
 */
export async function sweepMailbox(mail: MailPlace, client: Client): Promise<number> {
  if (mail.by !== 'mailbox') return 0;
  const letters = Map.groupBy(await filesOf(mail.directory), submissionOf);
  letters.delete(null);
  const ids = [...letters.keys()].filter((id) => id !== null);
  for (let start = 0; start < ids.length; start += atATime) {
    for (const id of await remainingSubmissions(client, ids.slice(start, start + atATime))) letters.delete(id);
  }
  const files = [...letters.values()].flat();
  await Promise.all(files.map((name) => rm(path.join(mail.directory, name), { force: true })));
  return files.filter((name) => name.endsWith('.json')).length;
}

/** Which submission a file of the mailbox tells of, by its name. */
function submissionOf(name: string): number | null {
  const id = /-submission-(\d+)\.\w+$/.exec(name)?.[1];
  return id === undefined ? null : Number(id);
}

async function filesOf(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
