import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { partsOfCell } from '#domain/pages/page-cell.ts';
import { type PageChange, listChanges, pageChangesRow } from '#changes/page-changes.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { getSharedId } from '#content/reading/show-shared.ts';
import { type Shared, type SharedPage, currentIn, pagesWithShared, readShared } from '#content/shared/read-shared.ts';
import { type RegisteredType, getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { moduleTitle } from '#server/editor/messages/module-title.ts';
import type { Session } from '#server/auth/session.ts';
import type { EditorModule, EditorState, SharedState } from '#server/editor/editor-state.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { DraftSteps } from '#content/undo/draft-steps.ts';
import type { ShownDraft } from '#content/records/shown-drafts.ts';
import type { PausedSite } from '#content/publishing/paused-sites.ts';

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

/** A draft with the shared modules that are on it. */
type DraftState = z.infer<typeof draftState> & {
  shared: ReadonlyMap<number, Shared>;
  sharedPages: readonly SharedPage[];
};

/** A page's draft as it is stored, with the versions to save against, read with the editor's own rights. */
export async function readDraftState({ client }: Session, pageId: number): Promise<DraftState> {
  const draft = await callFunction(client, 'read_draft_state', draftState, { p_page_id: pageId });
  const ids = draft.modules.flatMap((module) => sharedNamedBy(module) ?? []);
  const [shared, sharedPages] =
    ids.length === 0
      ? [new Map<number, Shared>(), []]
      : await Promise.all([readShared(client, ids), pagesWithShared(client, ids)]);
  return { ...draft, shared, sharedPages };
}

function sharedNamedBy({ type, locales }: Pick<DraftState['modules'][number], 'type' | 'locales'>): number | null {
  return getSharedId({ type, data: locales[defaultLocale]?.data });
}

/** The editor's state of a draft. Pages that are made from rows have no draft, and the id -1. */
export function makeEditorState(
  session: Session,
  content: PageContent,
  draft: DraftState | null,
  paused: readonly PausedSite[],
  drafts: readonly ShownDraft[],
  steps: DraftSteps,
  origins: Origins,
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
    title: content.frame.head.openGraph.title,
    staff: { email: staff.email, role: staff.role },
    paused: paused.filter((one) => one.site === site),
    drafts,
    steps,
  };
  if (content.kind !== 'page' || !draft) {
    const unchanged = { isPublished: true, changes: [], waiting: [], titles: {}, lastSave: 0 };
    return { ...common, pageId: -1, isEditable: false, structureVersion: 0, ...unchanged, modules: [], structure: [] };
  }
  const changes = listChanges(draft.changes).map((change) => withSharedName(change, draft));
  const modules = draft.modules.flatMap((stored): EditorModule[] => {
    const { id, type, parent_id, slot, locales } = stored;
    const named = sharedNamedBy(stored);
    const shared = named === null ? undefined : draft.shared.get(named);
    if (shared) {
      const place = { id, parentId: parent_id, slot, change: findChange(id, changes, defaultLocale) };
      return [{ ...place, ...getContent(shared, locale), shared: makeSharedState(shared, draft.sharedPages, origins) }];
    }
    const own = locales[locale];
    const english = locales[defaultLocale];
    const shown = own ?? english;
    if (!shown || !isRegisteredType(type)) return [];
    return [
      {
        id,
        type,
        name: getDefinition(type).displayName,
        parentId: parent_id,
        slot,
        data: currentData(type, shown),
        version: own?.version ?? 0,
        fallback: own === undefined,
        english: locale === defaultLocale || !english ? null : currentData(type, english),
        title: moduleTitle(shown.data),
        change: findChange(id, changes, own ? locale : defaultLocale),
        shared: null,
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
    titles: listTitles(draft),
    lastSave: draft.changes.last_save,
    modules,
    structure: draft.modules.map(({ id, parent_id, slot }) => ({ id, parentId: parent_id, slot })),
  };
}

/** The titles of modules whose texts wait, each in its language. */
function listTitles({ modules, changes: { cells } }: DraftState): EditorState['titles'] {
  const stored = new Map(modules.map(({ id, locales }) => [id, locales]));
  const titles = cells.map((cell) => {
    const parts = partsOfCell(cell);
    const own = parts?.what === 'texts' ? stored.get(parts.moduleId)?.[parts.locale] : undefined;
    return [cell, own ? moduleTitle(own.data) : ''] as const;
  });
  return Object.fromEntries(titles.filter(([, title]) => title !== ''));
}

/** A change of a module that names a shared one has its name. */
function withSharedName(change: PageChange, { modules, shared }: DraftState): PageChange {
  if (!('moduleId' in change)) return change;
  const stored = modules.find(({ id }) => id === change.moduleId);
  const id = stored ? sharedNamedBy(stored) : null;
  return { ...change, title: (id === null ? undefined : shared.get(id)?.name) ?? change.title };
}

/** What a shared module shows in a language, as a module of its type. */
function getContent(
  shared: Shared,
  locale: Locale,
): Pick<EditorModule, 'type' | 'name' | 'data' | 'version' | 'fallback' | 'english' | 'title'> {
  const english = currentIn(shared, defaultLocale);
  const own = currentIn(shared, locale);
  return {
    type: shared.type,
    name: getDefinition(shared.type).displayName,
    data: own ?? english,
    version: shared.version,
    fallback: own === undefined,
    english: locale === defaultLocale ? null : (english ?? null),
    title: moduleTitle(own ?? english),
  };
}

function makeSharedState({ id, name, draft }: Shared, pages: readonly SharedPage[], origins: Origins): SharedState {
  const own = pages.filter(({ shared }) => shared === id);
  return {
    id,
    name,
    hasDraft: draft !== null,
    pages: own.map(({ page, site, path, title }) => ({
      id: page,
      site,
      title,
      href: `${origins[site]}${path}?draft=true`,
    })),
  };
}

/** Stored data, migrated to the current schema. Invalid data is passed on as it is: the form shows the errors. */
function currentData(type: RegisteredType, stored: { v: number; data?: unknown }): unknown {
  const parsed = parseData(type, stored.v, stored.data);
  return parsed.ok ? parsed.value : stored.data;
}

/** How a module differs from what is published, in the locale whose data it shows. */
function findChange(id: number, changes: readonly PageChange[], locale: Locale): EditorModule['change'] {
  const own = changes.filter((change) => 'moduleId' in change && change.moduleId === id);
  if (own.some(({ what }) => what === 'added')) return 'added';
  if (own.some((change) => change.what === 'changed' && change.locale === locale)) return 'changed';
  return own.some(({ what }) => what === 'moved') ? 'moved' : null;
}
