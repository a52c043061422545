import type { Json } from '#content/database.types.ts';
import { failureRecord } from './failure-record.ts';
import type { ClaimedOutput, OutputId } from './output.ts';
import type { Rendered } from './render.ts';

/** The result of a publish for one URL. */
export type ReceiptItem = {
  path: string;
  locale: ClaimedOutput['locale'];
  change: 'new' | 'changed' | 'removed' | 'unchanged' | 'failed';
  reasons: readonly string[];
  /** The time at which the new content was read back from the target. */
  seen_live_at: string | null;
  /** Why the page could not be rendered: page, module, field and reason. */
  failure: Json;
};

/** The entry of an output for the index. */
type Completion = OutputId & { seq: number; tags: string[]; next_change_at: string | null } & (
    | { path: string; hash: string; bytes: number }
    | { removed: true }
    | { failure: Json }
  );

/** The result of a claimed output. A URL that it no longer has gets an item of its own beside that of its current URL. */
export type PublishedOutput = { output: ClaimedOutput; completion: Completion; items: ReceiptItem[] };

export function completionOf(
  { site, kind, ref, locale, listed, seq }: ClaimedOutput,
  rendered: Rendered,
): Completion {
  const common = { site, kind, ref, locale, listed, seq, tags: rendered.tags, next_change_at: rendered.nextChangeAt };
  switch (rendered.outcome) {
    case 'rendered':
      return { ...common, path: rendered.path, hash: rendered.hash, bytes: rendered.size };
    case 'absent':
      return { ...common, removed: true };
    case 'failed':
      return { ...common, failure: failureRecord(rendered.failure) };
  }
}
