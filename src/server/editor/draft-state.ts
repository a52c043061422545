import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { expectData } from '#content/client.ts';
import { type PageChange, listChanges, pageChangesRow } from '#content/page-changes.ts';
import type { PageContent } from '#content/page-content.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { type RegisteredType, definitionOf, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { moduleTitle } from './module-title.ts';
import type { Session } from '#server/auth/session.ts';
import type { EditorModule, EditorState } from './editor-state.ts';
import type { DraftSteps } from '#content/undo/draft-steps.ts';
import type { ShownDraft } from '#content/records/shown-drafts.ts';
import type { PausedSite } from '#content/paused-sites.ts';

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

export type DraftState = z.infer<typeof draftState>;

/** A page's draft as it is stored, with the versions to save against, read with the editor's own rights. */
export function readDraftState(session: Session, pageId: number): Promise<DraftState> {
  return expectData('read_draft_state', session.client.rpc('read_draft_state', { p_page_id: pageId }), draftState);
}

/** The editor's state of a draft. Pages that are made from rows have no draft, and the id -1. */
export function makeEditorState(
  session: Session,
  content: PageContent,
  draft: DraftState | null,
  paused: readonly PausedSite[],
  drafts: readonly ShownDraft[],
  steps: DraftSteps,
): EditorState {
  const { staff } = session;
  if (!staff) throw new Error('A draft is only shown to staff');
  const { site, locale } = content.frame;
  const paths = Object.fromEntries(content.frame.languages.map(({ locale: other, href }) => [other, href]));
  const common = {
    site,
    locale,
    paths,
    record: content.frame.record ?? null,
    staff: { email: staff.email, role: staff.role },
    paused: paused.filter((one) => one.site === site),
    drafts,
    steps,
  };
  if (content.kind !== 'page' || !draft) {
    const unchanged = { isPublished: true, changes: [], waiting: [], lastSave: 0 };
    return { ...common, pageId: -1, isEditable: false, structureVersion: 0, ...unchanged, modules: [], structure: [] };
  }
  const changes = listChanges(draft.changes);
  const modules = draft.modules.flatMap(({ id, type, parent_id, slot, locales }): EditorModule[] => {
    const own = locales[locale];
    const english = locales[defaultLocale];
    const shown = own ?? english;
    if (!shown || !isRegisteredType(type)) return [];
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
    waiting: draft.changes.cells,
    lastSave: draft.changes.last_save,
    modules,
    structure: draft.modules.map(({ id, parent_id, slot }) => ({ id, parentId: parent_id, slot })),
  };
}

/** Stored data, migrated to the current schema. Invalid data is passed on as it is: the form shows the errors. */
function currentData(type: RegisteredType, stored: { v: number; data?: unknown }): unknown {
  const parsed = parseData(type, stored.v, stored.data);
  return parsed.ok ? parsed.value : stored.data;
}

/** How a module differs from what is published, in the locale whose data it shows. */
function changeOf(id: number, changes: readonly PageChange[], locale: Locale): EditorModule['change'] {
  const own = changes.filter((change) => 'moduleId' in change && change.moduleId === id);
  if (own.some(({ what }) => what === 'added')) return 'added';
  if (own.some((change) => change.what === 'changed' && change.locale === locale)) return 'changed';
  return own.some(({ what }) => what === 'moved') ? 'moved' : null;
}
