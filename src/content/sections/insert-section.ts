import { z } from 'zod';
import { readCopied } from '#domain/copied-modules.ts';
import { type Result, fail } from '#domain/result.ts';
import type { Actor } from '../actor.ts';
import { expectData } from '../client.ts';
import { type Pasted, pasteModules } from '../copying/paste-modules.ts';
import type { Place } from '../structure.ts';
import { sectionGone } from './saved-sections.ts';

/** Puts a copy of a saved section at a place of a page, checked as what is pasted is. */
export async function insertSection(
  actor: Actor,
  { sectionId, ...place }: Place & { sectionId: number },
): Promise<Result<Pasted & { name: string }>> {
  const row = await expectData(
    'saved_sections',
    actor.client.from('saved_sections').select('name, content').eq('id', sectionId).maybeSingle(),
    z.object({ name: z.string(), content: z.unknown() }).nullable(),
  );
  if (!row) return fail('not-found', sectionGone);
  const copied = readCopied(JSON.stringify(row.content));
  if (!copied) {
    const message = 'This section was saved by another version, which this one cannot read. Save it again.';
    return fail('invalid', message, [{ path: ['sectionId'], message }]);
  }
  const pasted = await pasteModules(actor, { ...place, copied }, 'paste', 'section');
  return pasted.ok ? { ok: true, value: { ...pasted.value, name: row.name } } : pasted;
}
