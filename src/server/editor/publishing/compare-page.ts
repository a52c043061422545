import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { type Result, ok } from '#domain/result.ts';
import type { Client } from '#content/clients/client.ts';
import { movedModules } from '#changes/page-changes.ts';
import { type DraftContents, type PageVersion, readDraftContents, readVersion } from '#changes/page-history.ts';
import type { PageContents } from '#content/source/revisions.ts';
import type { PageModel } from '#changes/take-back/page-model.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { detailLabels, detailSchemas, moduleName, readable } from '#server/editor/messages/page.ts';
import { type NameOf, withNames } from '#server/editor/messages/reasons.ts';
import { schemaAt, describeValue } from '#server/editor/messages/values.ts';

/** One side of a comparison: the draft of a page, or a version of it. */
type PageSide = 'draft' | PageVersion;

/** A module that differs between two versions. */
type ModuleDifference = {
  id: number;
  name: string;
  what: 'added' | 'removed' | 'moved' | 'changed';
  /** Where its data differ; empty for one that only moved. */
  locales: Locale[];
};

/** A field that differs, of a module that both have or of the page's settings, in words. */
type FieldDifference = {
  /** Null for the settings of the page. */
  moduleId: number | null;
  field: string;
  label: string;
  locale: Locale;
  before: string | null;
  after: string | null;
};

type PageComparison = {
  /** The languages that either of them has. */
  locales: { locale: Locale; before: boolean; after: boolean }[];
  /** In the order of the page. */
  modules: ModuleDifference[];
  fields: FieldDifference[];
  /** What bringing something back is made against. */
  draft: Pick<DraftContents, 'structure_version' | 'last_save'>;
};

/** Two versions of a page: what was added, removed, changed and moved, in each language. */
export async function comparePage(
  client: Client,
  pageId: number,
  sides: { before: PageSide; after: PageSide },
): Promise<Result<PageComparison>> {
  const draft = await readDraftContents(client, pageId);
  if (!draft.ok) return draft;
  const read = async (side: PageSide): Promise<Result<PageContents>> => {
    if (side === 'draft') return ok(draft.value.locales);
    const revision = await readVersion(client, pageId, side);
    return revision.ok ? ok(revision.value.locales) : revision;
  };
  const [before, after] = await Promise.all([read(sides.before), read(sides.after)]);
  if (!before.ok) return before;
  if (!after.ok) return after;
  const { structure_version, last_save } = draft.value;
  const differences = await withNames(client, (nameOf) => findPageDifferences(before.value, after.value, nameOf));
  return ok({ ...differences, draft: { structure_version, last_save } });
}

function findPageDifferences(before: PageContents, after: PageContents, nameOf: NameOf): Omit<PageComparison, 'draft'> {
  const old = readable(before);
  const now = readable(after);
  const fields = [
    ...locales.flatMap((locale) => detailDifferences(old, now, locale, nameOf)),
    ...now.structure.flatMap(({ id }) => locales.flatMap((locale) => fieldDifferences(old, now, id, locale, nameOf))),
  ];
  return {
    locales: locales.flatMap((locale) => {
      const has = { before: before[locale] !== undefined, after: after[locale] !== undefined };
      return has.before || has.after ? [{ locale, ...has }] : [];
    }),
    modules: moduleDifferences(old, now, fields),
    fields,
  };
}

function moduleDifferences(old: PageModel, now: PageModel, fields: readonly FieldDifference[]): ModuleDifference[] {
  const places = ({ structure }: PageModel) =>
    structure.map(({ id, parent, slot }) => ({ id, parent_id: parent, slot }));
  const moved = movedModules(places(old), places(now));
  const differences = now.structure.flatMap(({ id }): ModuleDifference[] => {
    const name = moduleName(now, id);
    if (!old.modules[id]) return [{ id, name, what: 'added', locales: [] }];
    const changed = [...new Set(fields.flatMap((field) => (field.moduleId === id ? [field.locale] : [])))];
    return [
      ...(moved.has(id) ? [{ id, name, what: 'moved' as const, locales: [] }] : []),
      ...(changed.length > 0 ? [{ id, name, what: 'changed' as const, locales: changed }] : []),
    ];
  });
  const removed = old.structure.flatMap(({ id }): ModuleDifference[] =>
    now.modules[id] ? [] : [{ id, name: moduleName(old, id), what: 'removed', locales: [] }],
  );
  return [...differences, ...removed];
}

function detailDifferences(old: PageModel, now: PageModel, locale: Locale, nameOf: NameOf): FieldDifference[] {
  const before = old.details[locale];
  const after = now.details[locale];
  // A language that came or went is told by the list of languages.
  if (!before || !after) return [];
  return (['title', 'nav_title', 'path', 'description', 'seo'] as const).flatMap((field) =>
    isSame(before[field], after[field])
      ? []
      : [
          {
            moduleId: null,
            field,
            label: detailLabels[field] ?? field,
            locale,
            before: describeValue(detailSchemas[field] ?? null, before[field], nameOf),
            after: describeValue(detailSchemas[field] ?? null, after[field], nameOf),
          },
        ],
  );
}

/** The fields of a module that is on both sides. A language that has no data of its own on either side shows English, and is told there. */
function fieldDifferences(
  old: PageModel,
  now: PageModel,
  id: number,
  locale: Locale,
  nameOf: NameOf,
): FieldDifference[] {
  const [was, is] = [old.modules[id], now.modules[id]];
  if (!was || !is || (was.locales[locale] === undefined && is.locales[locale] === undefined)) return [];
  const before = was.locales[locale] ?? was.locales[defaultLocale];
  const after = is.locales[locale] ?? is.locales[defaultLocale];
  if (!isRecord(before) || !isRecord(after)) return [];
  const schema = isRegisteredType(is.type) ? getDefinition(is.type).schema : null;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
    isSame(ownValue(before, field), ownValue(after, field))
      ? []
      : [
          {
            moduleId: id,
            field,
            label: schema ? fieldLabel(schema, [field]) : field,
            locale,
            before: describeValue(schema && schemaAt(schema, [field]), ownValue(before, field), nameOf),
            after: describeValue(schema && schemaAt(schema, [field]), ownValue(after, field), nameOf),
          },
        ],
  );
}
