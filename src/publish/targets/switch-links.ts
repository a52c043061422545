import { lstatSync, readdirSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from './is-missing.ts';
import { buildsName } from './builds-name.ts';
import type { Switcher } from './target.ts';

/**
 * The links by which builds become live, each beside `current` from before its owner has asked the database until it takes the place
 * of `current`. Whoever takes over removes them, and a process that has stood still finds its own gone.
 */
type SwitchLink = {
  place: string;
  /** Of a build or a roll-back; 0 for a run. */
  number: number;
  kind: Switcher['kind'] | 'round';
  build: string;
  /** Where a run stages; empty for others. */
  owner: string;
};

const named = /^\.switch-(\d+)-(build|rollback|round)-(?:([^@]+)@)?([^@]+)$/;

function isKind(text: string): text is SwitchLink['kind'] {
  return text === 'build' || text === 'rollback' || text === 'round';
}

/** Makes one. It leads to its build, whether that is there yet or not. */
export function makeSwitchLink(
  root: string,
  { number, kind, build, owner = '' }: Omit<SwitchLink, 'place' | 'owner'> & { owner?: string },
): string {
  const place = path.join(root, `.switch-${number}-${kind}-${owner === '' ? '' : `${owner}@`}${build}`);
  symlinkSync(path.join(buildsName, build), place);
  return place;
}

export function listSwitchLinks(root: string): SwitchLink[] {
  return namesIn(root).flatMap((name) => {
    const [, number = '', kind = '', owner = '', build = ''] = named.exec(name) ?? [];
    return isKind(kind) ? [{ place: path.join(root, name), number: Number(number), kind, build, owner }] : [];
  });
}

/** Whether it was still there: then its owner never switches. */
export function removeLink(place: string): boolean {
  try {
    unlinkSync(place);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export function hasLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

/** Renames a link or a directory; false when it is gone, or the directory that it is to be in. */
export function moveIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Removes the links of all runs but one. */
export function removeRunLinks(root: string, but: string): void {
  for (const { place, kind } of listSwitchLinks(root)) if (kind === 'round' && place !== but) removeLink(place);
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
