import { askedTag } from './asked-tag.ts';
import { isSameDrawing } from './drawing-key.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { Drawn } from './render.ts';

/** Somebody wants it to be drawn and written once more, whatever the index says of it. */
export function isAskedFor({ reasons }: Pick<ClaimedOutput, 'reasons'>): boolean {
  return reasons.includes(askedTag);
}

/**
 * The file of an output as the index has it, if it was drawn at this path from all that `given` names; otherwise null. Whether the file
 * is there is another question.
 */
export function drawnBefore({ hash, bytes, ...last }: ClaimedOutput, path: string, given: string): Drawn | null {
  const isSame = last.path === path && last.given !== null && isSameDrawing(last.given, given) && !isAskedFor(last);
  return isSame && hash !== null ? { path, hash, size: bytes, given } : null;
}
