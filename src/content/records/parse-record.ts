import { isRecord, ownValue } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { findUnstorable, unstorableMessage } from '#domain/text/text.ts';
import type { Parsed } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { isKindName } from '#kinds/registry.ts';

export const format = 'ostrevo-content';
export const formatVersion = 1;

/** Reads one record of any kind. */
export function parseRecord(value: unknown): Parsed {
  if (!isRecord(value)) return { ok: false, issues: [{ path: [], message: 'A record is an object' }] };
  const { kind } = value;
  if (!isKindName(kind)) {
    return { ok: false, issues: [{ path: ['kind'], message: `unknown kind ${JSON.stringify(kind ?? null)}` }] };
  }
  const unstorable = findUnstorable(value);
  if (unstorable) return { ok: false, issues: [{ path: unstorable, message: unstorableMessage }] };
  return getKind(kind).parse(value);
}

/** The name of a record in messages: `page 31, main /products`. */
export function nameRecord(value: unknown): string {
  if (!isRecord(value)) return typeof value;
  const kind = typeof value['kind'] === 'string' ? value['kind'] : 'record';
  const id = typeof value['id'] === 'number' || typeof value['id'] === 'string' ? ` ${value['id']}` : '';
  const called = readName(value);
  return `${kind}${id}${called === undefined ? '' : `, ${called}`}`;
}

function readName(value: Record<string, unknown>): string | undefined {
  const { locales } = value;
  if (value['kind'] === 'page' && isRecord(locales)) {
    const [described] = Object.values(locales);
    const path = isRecord(described) && typeof described['path'] === 'string' ? described['path'] : '';
    return `${String(value['site'])} ${path}`.trim();
  }
  for (const field of ['slug', 'key', 'name', 'filename', 'title', 'from_path']) {
    const found = ownValue(value, field);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** `records[12] (page 31, main /produkte) › modules[2] › data › de › title: Max. 250 characters` */
export function formatIssue(issue: Issue): string {
  let line = '';
  issue.path.forEach((part, index) => {
    if (typeof part === 'number') line += `[${part}]`;
    else line += index === 0 ? part : ` › ${part}`;
  });
  return line === '' ? issue.message : `${line}: ${issue.message}`;
}
