import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashOf } from '../hash-of.ts';
import { isMissing } from './is-missing.ts';
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

function putFile({ temporary, destination, bytes }: PutRequest): PutAnswer {
  try {
    try {
      writeFileSync(temporary, bytes);
      replace(temporary, destination);
    } catch (error) {
      // On a full disk every attempt would otherwise leave a partial file behind.
      rmSync(temporary, { force: true });
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
