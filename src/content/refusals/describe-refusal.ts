import { ownValue } from '#domain/objects.ts';
import type { FailureCode } from '#domain/result.ts';
import { capital } from '#kinds/registry.ts';
import { ownSentences } from './own-sentences.ts';
import { getTableNoun } from './table-nouns.ts';

/** What the database answers where it does not take what was to be written. */
export type Refused = { code?: string; message: string; details?: string | null };
type Refusal = { code: Extract<FailureCode, 'invalid' | 'conflict'>; message: string };

const nothing = 'Nothing was changed.';

/**
 * What people are told where the database is there and refuses what was to be written: what happened, why, and what to do. Null
 * for everything else: a database that is away, missing rights, a mistake of this program.
 */
export function describeRefusal({ code = '', message, details }: Refused): Refusal | null {
  // A trigger says in words itself why it refuses.
  if (code.startsWith('23') && /^[A-Z].*\.$/s.test(message)) return { code: 'conflict', message };
  switch (code) {
    case '23505':
    case '23P01':
      return { code: 'conflict', message: describeTaken(message, details ?? '') };
    case '23503':
      return { code: 'conflict', message: describeReference(message, details ?? '') };
    case '23001':
      return { code: 'conflict', message: describeRestriction(message, details ?? '') };
    case '23514':
      return { code: 'invalid', message: describeCheck(message) };
    case '23502':
      return { code: 'invalid', message: describeMissing(message) };
    case '40001':
    case '40P01':
      return {
        code: 'conflict',
        message: `Somebody has changed the same at the same moment. ${nothing} Try again in a moment.`,
      };
    case '55000':
      return {
        code: 'conflict',
        message: `Somebody has changed it since you looked, so that this is not possible any more. ${nothing} Reload, then look again.`,
      };
  }
  if (/^(22|44)/.test(code)) return { code: 'invalid', message: describeValue(code) };
  if (code.startsWith('23')) {
    return { code: 'invalid', message: `It does not fit what is stored. ${nothing} Reload, then look again.` };
  }
  if (code.startsWith('54')) {
    return { code: 'invalid', message: `There is too much of it to be stored at once. ${nothing} Shorten it.` };
  }
  return null;
}

function describeTaken(message: string, details: string): string {
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1] ?? '';
  const own = findSentence(constraint);
  if (own) return own;
  const key = split(constraint, '_key');
  if (key) {
    const value = /\)=\(([^(),]{1,80})\)/.exec(details)?.[1];
    const what = value === undefined ? `this ${formatLabel(key.column)}` : `the ${formatLabel(key.column)} “${value}”`;
    return `Another ${key.noun} has ${what} already. ${nothing} Choose another one.`;
  }
  const noun = getTableNoun(constraint.replace(/_pkey$/, '')) ?? 'entry';
  return `The ${noun} is there already, since somebody has saved it at the same moment. ${nothing} Reload, then look again.`;
}

function describeReference(message: string, details: string): string {
  const used = /^update or delete on table "([^"]+)".* on table "([^"]+)"/.exec(message);
  if (used) {
    const [, table = '', by = ''] = used;
    return `${capital(article(getTableNoun(by) ?? 'entry'))} still uses this ${getTableNoun(table) ?? 'entry'}. ${nothing} Take it out there first.`;
  }
  const noun = getTableNoun(/on table "([^"]+)"/.exec(message)?.[1] ?? '') ?? 'entry';
  const missing = getTableNoun(/in table "([^"]+)"/.exec(details)?.[1] ?? '') ?? 'entry';
  return `This ${noun} names ${article(missing)} that does not exist any more, since somebody has deleted it. ${nothing} Reload, then choose another one.`;
}

function describeRestriction(message: string, details: string): string {
  if (/foreign key constraint/.test(message)) return describeReference(message, details);
  const kept = /^([a-z_]+) rows are immutable$/.exec(message)?.[1] ?? '';
  return `${capital(article(getTableNoun(kept) ?? 'entry'))} stays as it was written: it is neither changed nor deleted. ${nothing}`;
}

function describeCheck(message: string): string {
  const constraint = /check constraint "([^"]+)"/.exec(message)?.[1] ?? '';
  const own = findSentence(constraint);
  if (own) return own;
  const bounds = split(constraint, '_bounds') ?? split(constraint, '_length');
  if (bounds) {
    return `The ${formatLabel(bounds.column)} of this ${bounds.noun} would hold more than can be stored. ${nothing} Shorten it, then save again.`;
  }
  const range = split(constraint, '_range');
  if (range) {
    return `The ${formatLabel(range.column)} of this ${range.noun} is larger or smaller, later or earlier, than can be stored. ${nothing} Choose another value, then save again.`;
  }
  const check = split(constraint, '_check') ?? split(constraint, '_list');
  if (check) {
    return `The ${formatLabel(check.column)} of this ${check.noun} cannot be stored as it is. ${nothing} Correct it, then save again.`;
  }
  return `A value cannot be stored as it is. ${nothing} Correct it, then save again.`;
}

function describeMissing(message: string): string {
  const [, column = '', table = ''] = /column "([^"]+)" of relation "([^"]+)"/.exec(message) ?? [];
  return `The ${formatLabel(column)} of this ${getTableNoun(table) ?? 'entry'} is missing. ${nothing} Fill it in, then save again.`;
}

function describeValue(code: string): string {
  const what: Readonly<Record<string, string>> = {
    '22001': 'A text is longer than can be stored',
    '22003': 'A number is larger or smaller than can be stored',
    '22007': 'A date or time is none that can be stored',
    '22008': 'A date or time is outside of what can be stored',
    '22021': 'A text has a character that cannot be stored',
    '22P05': 'A text has a character that cannot be stored',
    '22023': 'It does not fit what is stored by now',
  };
  const sentence = ownValue(what, code) ?? 'A value cannot be stored as it is';
  return code === '22023'
    ? `${sentence}. ${nothing} Reload, then look again.`
    : `${sentence}. ${nothing} Correct it, then save again.`;
}

function findSentence(constraint: string): string | undefined {
  const own = ownValue(ownSentences, constraint);
  if (own === undefined) return undefined;
  const [sentence = '', ...advice] = own.split(/(?<=\.) /);
  return [sentence, nothing, ...advice].join(' ');
}

/** The table and the column of a constraint that is named by them. */
function split(
  constraint: string,
  end: '_key' | '_check' | '_bounds' | '_length' | '_range' | '_list',
): { noun: string; column: string } | null {
  if (!constraint.endsWith(end)) return null;
  const words = constraint.slice(0, -end.length).split('_');
  for (let length = words.length - 1; length > 0; length -= 1) {
    const noun = getTableNoun(words.slice(0, length).join('_'));
    if (noun !== undefined) return { noun, column: words.slice(length).join('_') };
  }
  return null;
}

function formatLabel(column: string): string {
  return column === 'slug' ? 'address' : column.replace(/_id$/, '').replaceAll('_', ' ');
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
