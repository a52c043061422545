import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '#content/clients/client.ts';
import { remainingSubmissions } from '../inbox/submissions.ts';
import type { MailPlace } from './send-mail.ts';

/** Submissions that are checked with one call. */
const atATime = 200;

/**
 * Deletes the e-mails of deleted submissions from the local mailbox: it is storage of this installation, so an e-mail in it is
 * not retained longer than its submission. Returns how many were deleted.
 */
export async function sweepMailbox(mail: MailPlace, client: Client): Promise<number> {
  if (mail.by !== 'mailbox') return 0;
  const emails = Map.groupBy(await listFiles(mail.directory), parseSubmission);
  emails.delete(null);
  const ids = [...emails.keys()].filter((id) => id !== null);
  for (let start = 0; start < ids.length; start += atATime) {
    for (const id of await remainingSubmissions(client, ids.slice(start, start + atATime))) emails.delete(id);
  }
  const files = [...emails.values()].flat();
  await Promise.all(files.map((name) => rm(path.join(mail.directory, name), { force: true })));
  return files.filter((name) => name.endsWith('.json')).length;
}

/** The id of the submission that a file of the mailbox belongs to, by its name. */
function parseSubmission(name: string): number | null {
  const id = /-submission-(\d+)\.\w+$/.exec(name)?.[1];
  return id === undefined ? null : Number(id);
}

async function listFiles(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
