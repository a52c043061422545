import type { Locale } from '#domain/locales.ts';
import type { Client } from '#content/clients/client.ts';
import type { EditedRecord } from '#changes/publish-history.ts';
import { toPageModel } from '#changes/take-back/page-model.ts';
import type { RecordText } from './edits.ts';
import { describePageDifferences, describePlace } from './page.ts';
import { type NameOf, withNames } from '#server/editor/messages/reasons.ts';
import { describeFields, getMeaning, describeSubject } from './fields.ts';
import {
  type PageTarget,
  type RecordTarget,
  type TakeBack,
  makePlaceKey,
} from '#server/editor/publishing/take-back.ts';

/** A field that somebody has changed after the publish: the person chooses its value. */
type ChosenField = {
  key: string;
  subject: string;
  label: string;
  locale: Locale | null;
  before: string | null;
  now: string | null;
  /** Who changed it, and when; null where that is not known. */
  by: string | null;
  at: string | null;
};

export type TakeBackText = {
  records: RecordText[];
  changedSince: ChosenField[];
  impossible: { subject: string; why: string }[];
  /** Pages whose drafts have other changes, and stay as they are. */
  drafts: string[];
  seen: string;
};

/** What taking a publish back would do, in words. */
export function describeTakeBack(client: Client, work: TakeBack): Promise<TakeBackText> {
  return withNames(client, (nameOf) => ({
    records: [
      ...work.pages.flatMap((page) => describePage(page, nameOf)),
      ...work.records.flatMap((record) => describeRecord(record, nameOf)),
    ],
    changedSince: [
      ...work.pages.flatMap((page) => chosenOfPage(page, nameOf)),
      ...work.records.flatMap((record) => chosenOfRecord(record, nameOf)),
    ],
    impossible: work.impossible.map(({ record, why }) => ({
      subject: record ? subject(record, nameOf) : 'Others',
      why,
    })),
    drafts: work.pages.flatMap((page) => (page.hasDraft ? [getTitle(page)] : [])),
    seen: work.seen,
  }));
}

function subject(record: EditedRecord, nameOf: NameOf): string {
  const kind = record.table === 'published_page_locales' ? 'page' : getMeaning(record.table)?.kind;
  return kind ? describeSubject(kind, record, nameOf) : record.table;
}

function getTitle({ now, before }: PageTarget): string {
  return `Page “${(now ?? before)?.en?.title ?? ''}”`;
}

function describePage(page: PageTarget, nameOf: NameOf): RecordText[] {
  const { contents } = page.merged;
  const common = { subject: getTitle(page), omitted: [] };
  if (contents === null) return page.now === null ? [] : [{ ...common, operation: 'removed', fields: [] }];
  if (page.now === null) return [{ ...common, operation: 'added', fields: [] }];
  const fields = describePageDifferences(page.now, contents, nameOf);
  return fields.length === 0 && !page.isMoved ? [] : [{ ...common, operation: 'changed', fields }];
}

function describeRecord({ kind, ref, now, merged }: RecordTarget, nameOf: NameOf): RecordText[] {
  if (merged.fields.length === 0) return [];
  const before = Object.fromEntries(merged.fields.map((field) => [field.name, field.now]));
  const after = Object.fromEntries(merged.fields.map((field) => [field.name, field.value]));
  const named = describeSubject(kind, { ref: String(ref), before: now, after: null }, nameOf);
  return [
    { subject: named, operation: 'changed', fields: describeFields(kind, { before, after }, nameOf), omitted: [] },
  ];
}

function chosenOfPage(page: PageTarget, nameOf: NameOf): ChosenField[] {
  const models = [page.now, page.before].map((contents) => toPageModel(contents ?? {}));
  return page.merged.changedSince.map(({ path, before, now }) => {
    const isWhole = path.length === 0;
    const words = isWhole
      ? {
          label: 'The page',
          locale: null,
          before: before === null ? null : 'Published',
          after: now === null ? null : 'Published again',
        }
      : describePlace(path, { before, after: now }, models, nameOf);
    const { revision } = page;
    return {
      key: makePlaceKey('page', page.id, path),
      subject: getTitle(page),
      label: words.label,
      locale: words.locale,
      before: words.before,
      now: words.after,
      by: revision?.by ?? null,
      at: revision?.created_at ?? null,
    };
  });
}

function chosenOfRecord({ table, kind, ref, now, merged }: RecordTarget, nameOf: NameOf): ChosenField[] {
  return merged.changedSince.flatMap(({ path, before, now: current }) => {
    const name = String(path[0]);
    const words = describeFields(kind, { before: { [name]: before }, after: { [name]: current } }, nameOf);
    const [first] = words;
    if (!first) return [];
    const text = (side: 'before' | 'after') =>
      words
        .map((one) => one[side])
        .filter(Boolean)
        .join('; ') || null;
    return [
      {
        key: makePlaceKey(table, ref, path),
        subject: describeSubject(kind, { ref: String(ref), before: now, after: null }, nameOf),
        label: first.label,
        locale: first.locale,
        before: text('before'),
        now: text('after'),
        by: null,
        at: null,
      },
    ];
  });
}
