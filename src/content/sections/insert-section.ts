import { z } from 'zod';
import { type CopiedModules, readCopied } from '#domain/pages/copied-modules.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { type CheckedModule, checkCopied } from '#content/drafts/check-copied.ts';
import { type Pasted, pasteModules } from '../copying/paste-modules.ts';
import type { Place } from '#content/drafts/structure.ts';
import { sectionGone } from './saved-sections.ts';

/** Puts a copy of a saved section at a place of a page, checked as what is pasted is. */
export async function insertSection(
  actor: Actor,
  { sectionId, ...place }: Place & { sectionId: number },
): Promise<Result<Pasted & { name: string }>> {
  const section = await readSection(actor.client, sectionId);
  if (!section.ok) return section;
  const { name, copied } = section.value;
  const pasted = await pasteModules(actor, { ...place, copied }, 'paste', 'section');
  return pasted.ok ? ok({ ...pasted.value, name }) : pasted;
}

/** The modules of a saved section, checked for a page that is to be made of them on a site. */
export async function modulesOfSection(
  client: Client,
  sectionId: number,
  site: SiteId,
): Promise<Result<CheckedModule[]>> {
  const section = await readSection(client, sectionId);
  return section.ok ? checkCopied(client, site, section.value.copied.modules, 'section') : section;
}

async function readSection(client: Client, id: number): Promise<Result<{ name: string; copied: CopiedModules }>> {
  const row = await expectData(
    'saved_sections',
    client.from('saved_sections').select('name, content').eq('id', id).maybeSingle(),
    z.object({ name: z.string(), content: z.unknown() }).nullable(),
  );
  if (!row) return fail('not-found', sectionGone);
  const copied = readCopied(JSON.stringify(row.content));
  if (copied) return ok({ name: row.name, copied });
  const message = 'This section was saved by another version, which this one cannot read. Save it again.';
  return fail('invalid', message, [{ path: ['sectionId'], message }]);
}
