import { describeError } from '#domain/describe-error.ts';
import type { Failure } from '#domain/result.ts';
import type { OutputChange } from '#content/publishing/receipt-item.ts';
import type { Json } from '#database/database.types.ts';
import { failureRecord, unwritable, waiting } from '#publish/failure-record.ts';
import type { ClaimedOutput, OutputId } from '#publish/output.ts';
import type { Reframed } from '#publish/draw/reframe.ts';
import type { Rendered } from '#publish/draw/render.ts';
import type { StagedFile } from '#publish/targets/target.ts';
import { describeUnwritable, classifyUnwritable } from '#publish/targets/unwritable.ts';

/** The result of a publish for one URL. */
export type ReceiptItem = {
  path: string;
  locale: ClaimedOutput['locale'];
  change: OutputChange;
  reasons: readonly string[];
  /** The time at which the new content was read back from the target. */
  seen_live_at: string | null;
  /** Why the page could not be rendered: page, module, field and reason. */
  failure: Json;
};

/** Whether its file is another one than before. */
export function isDifferent(change: ReceiptItem['change']): boolean {
  return change === 'new' || change === 'changed' || change === 'removed';
}

/** What an output depends on besides the clock; null for what it depended on before. */
type Dependencies = { tags: string[] | null; types: string[] | null };

/** The entry of an output for the index. */
export type Completion = OutputId &
  Dependencies & { seq: number; lease: number; next_change_at: string | null } & (
    | { path: string; hash: string; bytes: number; given: string | null }
    | { removed: true }
    | { failure: Json }
  );

/** The result of a claimed output. A URL that it no longer has gets an item of its own beside that of its current URL. */
export type PublishedOutput = {
  output: ClaimedOutput;
  completion: Completion;
  items: ReceiptItem[];
  /** Its file, while it is not live yet. */
  staged: StagedFile | null;
};

/** A claimed output that could not be published for now, and why; the next attempt begins with what it was claimed for. */
export type DeferredOutput = {
  output: ClaimedOutput;
  failure: Failure;
  /** Whether no file of the site can be written. */
  isOfTarget: boolean;
  /** For the log. */
  reason: string;
};

/** An output that is given back, and for how long nobody claims it. */
export type Deferral = Pick<ClaimedOutput, 'kind' | 'ref' | 'locale' | 'lease'> & {
  site: string;
  listed: string | null;
  failure: Json;
  seconds: number;
};

/** An entry of a receipt, and of which output it is. */
export type ReportedItem = { output: ClaimedOutput; item: ReceiptItem };

export function deferred(output: ClaimedOutput, failure: Failure, error: unknown): DeferredOutput {
  const reason = describeError(error);
  return { output, failure, isOfTarget: classifyUnwritable(error) === 'target', reason };
}

/** An output at which publishing failed in a way that nobody has proposed. */
export function unexpected(output: ClaimedOutput, error: unknown): DeferredOutput {
  const reason = describeError(error);
  return { output, failure: waiting(output.path ?? output.address ?? output.kind, reason), isOfTarget: false, reason };
}

/** An output whose file cannot be put live, as an output that failed or is deferred. Its last good file is still served. */
export function unpublishable(one: PublishedOutput, error: unknown): PublishedOutput | DeferredOutput {
  const { output, completion } = one;
  const path = 'path' in completion ? completion.path : (output.path ?? '');
  const what = classifyUnwritable(error);
  if (what === null) return unexpected(output, error);
  if (what !== 'name')
    return deferred(output, waiting(path, `its file cannot be written: ${describeUnwritable(error)}`), error);
  const failure = unwritable(path);
  const { site, kind, ref, locale, listed, seq, lease, tags, types, next_change_at } = completion;
  return {
    output,
    completion: {
      site,
      kind,
      ref,
      locale,
      seq,
      lease,
      tags,
      types,
      next_change_at,
      failure: failureRecord(failure),
      ...(listed === undefined ? {} : { listed }),
    },
    items: [failedItem(output, failure)],
    staged: null,
  };
}

export function failedItem({ path, locale, reasons }: ClaimedOutput, failure: Failure): ReceiptItem {
  return { path: path ?? '', locale, change: 'failed', reasons, seen_live_at: null, failure: failureRecord(failure) };
}

export function toCompletion(
  { site, kind, ref, locale, listed, seq, lease }: ClaimedOutput,
  rendered: Rendered | Reframed,
): Completion {
  const { tags, types } = rendered.outcome === 'reframed' ? { tags: null, types: null } : rendered;
  const common = { site, kind, ref, locale, listed, seq, lease, tags, types, next_change_at: rendered.nextChangeAt };
  switch (rendered.outcome) {
    case 'rendered':
    case 'reframed':
    case 'same': {
      const { path, hash, size: bytes, given } = rendered;
      return { ...common, path, hash, bytes, given };
    }
    case 'absent':
      return { ...common, removed: true };
    case 'failed':
      return { ...common, failure: failureRecord(rendered.failure) };
  }
}
