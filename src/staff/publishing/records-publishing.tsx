import { defaultLocale } from '#domain/locales.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { KindName } from '#kinds/registry.ts';
import { type ActionOutput, type Call, type CallFailure, call } from '#staff/calls/api.ts';
import type { Publishable } from '#staff/publishing/PublishDialog.tsx';
import { describeReceipt, describePlannedChanges } from '#staff/messages/receipt.ts';
import { labels } from '#staff/messages/labels.ts';
import type { RecordId } from '#view-model/records.ts';

export type NamedRecord = { kind: KindName; id: RecordId; title: string };

type Refusals = {
  /** Fields to complete first, of a single record. */
  onInvalid?: (failure: CallFailure) => void;
  /** A single record was changed since its draft was begun: the two are to be merged. */
  onOvertaken?: () => void;
};

type Plan = ActionOutput<'planRecords'>;

/** Publishing the drafts of records. */
export function describePublishingRecords(
  records: readonly NamedRecord[],
  { onInvalid, onOvertaken }: Refusals = {},
): Publishable<Plan, ActionOutput<'publishRecords'>> {
  const named = records.map(({ kind, id }) => ({ kind, id }));
  /** Null for a refusal that the record's form shows. */
  const leaveToForm = <T,>(answer: Call<T>): Call<T> | null => {
    if (answer.ok || answer.failure.code !== 'invalid' || !onInvalid) return answer;
    onInvalid(atFields(answer.failure));
    return null;
  };
  return {
    title: labels.publish,
    wanted: JSON.stringify(named),
    plan: async () => leaveToForm(await call('planRecords', { records: named })),
    apply: async ({ seen }) => {
      const savedAt = new Map(seen.map((draft) => [keyOf(draft), draft.savedAt]));
      const planned = named.map((record) => ({ ...record, savedAt: savedAt.get(keyOf(record)) ?? null }));
      const answer = await call('publishRecords', { records: planned });
      if (answer.ok || answer.failure.code !== 'conflict' || !onOvertaken) return leaveToForm(answer);
      onOvertaken();
      return null;
    },
    mayApply: (plan) => plan.records > 0,
    isEmpty: (plan) => plan.records === 0,
    viewPlan: (plan) => ({
      paused: plan.paused,
      sentence: describeDrafts(records, plan),
      more: records.length > 1 ? <p className="ed-table__quiet">{joinTitles(records)}</p> : null,
      warned: {
        warnings: plan.warnings,
        here: { locale: defaultLocale, open: () => undefined, describe: () => undefined },
      },
      drawn: { plan, query: makeQuery(records) },
      entries: plan.entries,
    }),
    viewReceipt: describeReceipt,
    later: ({ seen }) => ({
      items: seen.map(({ kind, id, savedAt }) => ({ kind, id, savedAt })),
      title: records.map(({ title }) => title).join(', '),
      nameOf: (item) => ('id' in item ? (records.find(({ id }) => id === item.id)?.title ?? '') : ''),
    }),
  };
}

const keyOf = ({ kind, id }: Pick<NamedRecord, 'kind' | 'id'>) => `${kind}:${id}`;

/** Issues of a single record by the paths of its fields: they come with its kind and id before them. */
function atFields(failure: CallFailure): CallFailure {
  return { ...failure, issues: failure.issues.map(({ path, message }) => ({ path: path.slice(2), message })) };
}

/** What publishing records means. The pages of many are too many to be listed before. */
function describeDrafts(records: readonly NamedRecord[], { records: drafts, isMany, entries, pagesAre }: Plan): string {
  if (drafts === 0) {
    return `Nothing would change: ${records.length === 1 ? 'it has no draft' : `none of these ${showNumber(records.length)} has a draft`}.`;
  }
  const others = records.length - drafts;
  const rest =
    others === 0
      ? ''
      : ` ${showNumber(others)} ${others === 1 ? 'other has' : 'others have'} no draft, and ${others === 1 ? 'stays as it is' : 'stay as they are'}.`;
  return isMany
    ? `${showNumber(drafts)} drafts become live together, with all pages that show them.${rest}`
    : `${describePlannedChanges(entries, true, pagesAre)}${rest}`;
}

/** What is published, as the addresses of frames say it. */
function makeQuery(records: readonly NamedRecord[]): string {
  return `plan=records&of=${records.map(keyOf).join(',')}`;
}

const namedAtMost = 20;

function joinTitles(records: readonly NamedRecord[]): string {
  // Those that the list has not shown are counted.
  const titles = records.flatMap(({ title }) => (title === '' ? [] : [title])).slice(0, namedAtMost);
  const others = records.length - titles.length;
  return `${titles.join(', ')}${others > 0 ? ` and ${showNumber(others)} more` : ''}`;
}
