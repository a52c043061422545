import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashBytes } from '../hash-bytes.ts';
import { compressedEndings, identifyFile } from './compressed.ts';
import { commitFiles, fileError, removeCopies, replace } from './commit-files.ts';
import type {
  CompareRequest,
  CopiesRequest,
  PutAnswer,
  PutRequest,
  ReplaceRequest,
  StageRequest,
} from './file-thread.ts';
import { isMissing } from './is-missing.ts';
import { bringLate, findLate, prepareBuild, switchBuild } from './switch-build.ts';
import { isSupersededError, supersededCode } from './target.ts';
import { notStaged, classifyUnwritable } from './unwritable.ts';

/**
 * The name of a staged file is ours: an error that is not the disk's is one of the directory, and concerns every file.
 * ext4 gives a file its blocks when it replaces another one, unless it was truncated before it was written: then when it is closed.
 */
function stage(temporary: string, bytes: Uint8Array): void {
  try {
    const file = open(temporary);
    try {
      ftruncateSync(file, 0);
      writeFileSync(file, bytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // On a full disk every attempt would otherwise leave a partial file behind.
    discard(temporary);
    if (isSupersededError(error) || classifyUnwritable(error) === 'target') throw error;
    throw Object.assign(new Error(String(error), { cause: error }), { code: notStaged });
  }
}

/** The directory was there before the lease began. Without it the lease is lost, and it is not made again. */
function open(temporary: string): number {
  try {
    return openSync(temporary, 'w');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw Object.assign(new Error(`${path.dirname(temporary)} is not there any more`), { code: supersededCode });
  }
}

function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // Without its directory there is nothing to remove; the error of the write has the cause.
  }
}

function isStill(destination: string, identity: string): boolean {
  const found = statSync(destination, { throwIfNoEntry: false });
  return found !== undefined && identifyFile(found) === identity;
}

/** Answers with the identity of the file, or with nothing when it is another one by now. */
function putCopies({ temporary, destination, identity }: CopiesRequest): string {
  if (!isStill(destination, identity)) return '';
  for (const ending of compressedEndings) renameSync(`${temporary}${ending}`, `${destination}${ending}`);
  // Another publisher may have replaced the file meanwhile.
  if (isStill(destination, identity)) return identity;
  removeCopies(destination);
  return '';
}

function putFile({ temporary, destination, hasCopies, bytes }: ReplaceRequest): string {
  stage(temporary, bytes);
  try {
    if (hasCopies) removeCopies(destination);
    replace(temporary, destination);
  } catch (error) {
    discard(temporary);
    throw error;
  }
  return hashBytes(readFileSync(destination));
}

function stageFile({ temporary, bytes }: StageRequest): string {
  stage(temporary, bytes);
  return '';
}

function differing({ files }: CompareRequest): number[] {
  const isSame = ({ place, hash }: CompareRequest['files'][number]) => {
    try {
      return hashBytes(readFileSync(place)) === hash;
    } catch {
      return false;
    }
  };
  return files.flatMap((file, index) => (isSame(file) ? [] : [index]));
}

function answer(request: PutRequest): PutAnswer {
  try {
    switch (request.kind) {
      case 'replace':
        return { ok: true, hash: putFile(request) };
      case 'stage':
        return { ok: true, hash: stageFile(request) };
      case 'copies':
        return { ok: true, hash: putCopies(request) };
      case 'commit':
        return { ok: true, hash: '', committed: commitFiles(request) };
      case 'prepare':
        return { ok: true, hash: '', prepared: prepareBuild(request) };
      case 'switch':
        return { ok: true, hash: '', switched: switchBuild(request) };
      case 'late':
        return { ok: true, hash: '', late: findLate(request) };
      case 'compare':
        return { ok: true, hash: '', differing: differing(request) };
      case 'bring':
        bringLate(request);
        return { ok: true, hash: '' };
    }
  } catch (error) {
    return { ok: false, ...fileError(error) };
  }
}

parentPort?.on('message', (requests: readonly PutRequest[]) => {
  parentPort?.postMessage(requests.map(answer));
});
