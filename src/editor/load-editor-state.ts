import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { expectData } from '#content/client.ts';
import type { PageContent } from '#content/reader.ts';
import { localeSchema } from '#content/records/raw.ts';
import { type CatalogType, definitionOf, isCatalogType } from '#modules/catalog.ts';
import { parseData } from '#modules/parse-data.ts';
import type { Session } from '#server/session.ts';
import type { EditorModule, EditorState } from './editor-state.ts';

const draftState = z.object({
  structure_version: z.number(),
  is_editable: z.boolean(),
  differs: z.boolean(),
  modules: z.array(
    z.object({
      id: z.number(),
      type: z.string(),
      parent_id: z.number().nullable(),
      slot: z.string().nullable(),
      locales: z.partialRecord(localeSchema, z.object({ version: z.number(), v: z.number(), data: z.unknown() })),
    }),
  ),
});

/** What the editor needs of a draft, read with the editor's own rights. Pages made from rows have the id -1 (spec section 2). */
export async function loadEditorState(session: Session, content: PageContent): Promise<EditorState> {
  const { staff } = session;
  if (!staff) throw new Error('A draft is only shown to staff');
  const { site, locale } = content.frame;
  const common = { site, locale, staff: { email: staff.email, role: staff.role } };
  if (content.kind !== 'page') {
    return {
      ...common,
      pageId: -1,
      isEditable: false,
      structureVersion: 0,
      differs: false,
      modules: [],
      structure: [],
    };
  }
  const draft = await expectData(
    'read_draft_state',
    session.client.rpc('read_draft_state', { p_page_id: content.id }),
    draftState,
  );
  const modules = draft.modules.flatMap(({ id, type, parent_id, slot, locales }): EditorModule[] => {
    const own = locales[locale];
    const english = locales[defaultLocale];
    const shown = own ?? english;
    if (!shown || !isCatalogType(type)) return [];
    return [
      {
        id,
        type,
        name: definitionOf(type).displayName,
        parentId: parent_id,
        slot,
        data: currentData(type, shown),
        version: own?.version ?? 0,
        fallback: own === undefined,
        english: locale === defaultLocale || !english ? null : currentData(type, english),
      },
    ];
  });
  return {
    ...common,
    pageId: content.id,
    isEditable: draft.is_editable,
    structureVersion: draft.structure_version,
    differs: draft.differs,
    modules,
    structure: draft.modules.map(({ id, parent_id, slot }) => ({ id, parentId: parent_id, slot })),
  };
}

/** Stored data as data of the current schema. What does not satisfy it is shown as it is: the form says what is wrong. */
function currentData(type: CatalogType, stored: { v: number; data?: unknown }): unknown {
  const parsed = parseData(type, stored.v, stored.data);
  return parsed.ok ? parsed.value : stored.data;
}
