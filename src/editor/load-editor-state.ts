import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { expectData } from '#content/client.ts';
import { type PageChange, listChanges, pageChangesRow } from '#content/page-changes.ts';
import type { PageContent } from '#content/reader.ts';
import { localeSchema } from '#content/records/raw.ts';
import { definitionOf, isCatalogType } from '#modules/catalog.ts';
import { parseData } from '#modules/parse-data.ts';
import { moduleTitle } from '#server/module-title.ts';
import type { Session } from '#server/session.ts';
import type { EditorModule, EditorState } from './editor-state.ts';

const draftState = z.object({
  structure_version: z.number(),
  is_editable: z.boolean(),
  changes: pageChangesRow,
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
  const paths = Object.fromEntries(content.frame.languages.map(({ locale: other, href }) => [other, href]));
  const common = { site, locale, paths, staff: { email: staff.email, role: staff.role } };
  if (content.kind !== 'page') {
    const unchanged = { isPublished: true, changes: [], lastSave: 0 };
    return { ...common, pageId: -1, isEditable: false, structureVersion: 0, ...unchanged, modules: [] };
  }
  const draft = await expectData(
    'read_draft_state',
    session.client.rpc('read_draft_state', { p_page_id: content.id }),
    draftState,
  );
  const changes = listChanges(draft.changes);
  const modules = draft.modules.flatMap(({ id, type, parent_id, slot, locales }): EditorModule[] => {
    const own = locales[locale];
    const shown = own ?? locales[defaultLocale];
    if (!shown || !isCatalogType(type)) return [];
    const parsed = parseData(type, shown.v, shown.data);
    return [
      {
        id,
        type,
        name: definitionOf(type).displayName,
        parentId: parent_id,
        slot,
        // Data that does not satisfy its schema is shown as it is: the form says what is wrong with it.
        data: parsed.ok ? parsed.value : shown.data,
        version: own?.version ?? 0,
        fallback: own === undefined,
        title: moduleTitle(shown.data),
        change: changeOf(id, changes, own ? locale : defaultLocale),
      },
    ];
  });
  return {
    ...common,
    pageId: content.id,
    isEditable: draft.is_editable,
    structureVersion: draft.structure_version,
    isPublished: draft.changes.is_published,
    changes,
    lastSave: draft.changes.last_save,
    modules,
  };
}

/** How a module differs from what is published, in the locale whose data it shows. */
function changeOf(id: number, changes: readonly PageChange[], locale: Locale): EditorModule['change'] {
  const own = changes.filter((change) => 'moduleId' in change && change.moduleId === id);
  if (own.some(({ what }) => what === 'added')) return 'added';
  if (own.some((change) => change.what === 'changed' && change.locale === locale)) return 'changed';
  return own.some(({ what }) => what === 'moved') ? 'moved' : null;
}
