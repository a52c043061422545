import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashOf } from '../hash-of.ts';
import { isMissing } from './is-missing.ts';
import { isUnwritableName } from './unwritable.ts';
import type { PutAnswer, PutRequest } from './file-thread.ts';

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

/** The name of a staged file is ours: an error about the name is one of the directory, and concerns every file. */
function stage(temporary: string, bytes: Uint8Array): void {
  try {
    writeFileSync(temporary, bytes);
  } catch (error) {
    throw isUnwritableName(error) ? new Error(String(error), { cause: error }) : error;
  }
}

function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // Without its directory there is nothing to remove; the error of the write has the cause.
  }
}

function putFile({ temporary, destination, bytes }: PutRequest): PutAnswer {
  try {
    try {
      stage(temporary, bytes);
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
  parentPort?.postMessage(requests.map(putFile));
});
