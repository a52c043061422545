import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashOf } from '../hash-of.ts';
import { isMissing } from './is-missing.ts';
import { notStaged, unwritableOf } from './unwritable.ts';
import { compressedEndings, identityOf } from '../upkeep/compressed.ts';
import type { CopiesRequest, PutAnswer, PutRequest, ReplaceRequest } from './file-thread.ts';

const attempts = 5;

/** Another publisher may remove a directory that became empty, just after it was made here. */
function replace(temporary: string, destination: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(temporary, destination);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === attempts) throw error;
      mkdirSync(path.dirname(destination), { recursive: true });
    }
  }
}

/** The name of a staged file is ours: an error that is not the disk's is one of the directory, and concerns every file. */
function stage(temporary: string, bytes: Uint8Array): void {
  try {
    writeFileSync(temporary, bytes);
  } catch (error) {
    if (unwritableOf(error) === 'target') throw error;
    throw Object.assign(new Error(String(error), { cause: error }), { code: notStaged });
  }
}

function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // Without its directory there is nothing to remove; the error of the write has the cause.
  }
}

/** A file server sends a compressed copy without looking at the file: the old ones are gone before the file is another. */
function removeCopies(destination: string): void {
  for (const ending of compressedEndings) rmSync(`${destination}${ending}`, { force: true });
}

function isStill(destination: string, identity: string): boolean {
  const found = statSync(destination, { throwIfNoEntry: false });
  return found !== undefined && identityOf(found) === identity;
}

function putCopies({ temporary, destination, identity }: CopiesRequest): PutAnswer {
  try {
    if (!isStill(destination, identity)) return { ok: true, hash: '' };
    for (const ending of compressedEndings) renameSync(`${temporary}${ending}`, `${destination}${ending}`);
    // Another publisher may have replaced the file meanwhile.
    if (isStill(destination, identity)) return { ok: true, hash: identity };
    removeCopies(destination);
    return { ok: true, hash: '' };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function putFile({ temporary, destination, hasCopies, bytes }: ReplaceRequest): PutAnswer {
  try {
    try {
      stage(temporary, bytes);
      if (hasCopies) removeCopies(destination);
      replace(temporary, destination);
    } catch (error) {
      // On a full disk every attempt would otherwise leave a partial file behind.
      discard(temporary);
      throw error;
    }
    return { ok: true, hash: hashOf(readFileSync(destination)) };
  } catch (error) {
    if (!(error instanceof Error)) return { ok: false, message: String(error) };
    return { ok: false, message: error.message, code: 'code' in error ? String(error.code) : undefined };
  }
}

parentPort?.on('message', (requests: readonly PutRequest[]) => {
  parentPort?.postMessage(requests.map((request) => ('bytes' in request ? putFile(request) : putCopies(request))));
});
