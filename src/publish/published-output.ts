import type { Json } from '#content/database.types.ts';
import { failureRecord } from './failure-record.ts';
import type { ClaimedOutput, OutputId } from './output.ts';
import type { Rendered } from './render.ts';

/** What happened to one URL in a publish. */
export type ReceiptItem = {
  path: string;
  locale: ClaimedOutput['locale'];
  change: 'new' | 'changed' | 'removed' | 'unchanged' | 'failed';
  reasons: readonly string[];
  /** When the new bytes were read back from where visitors are served. */
  seen_live_at: string | null;
  /** Why the page could not be rendered: page, module, field and reason. */
  failure: Json;
};

/** What the index is told of an output. */
type Completion = OutputId & { seq: number; tags: string[]; next_change_at: string | null } & (
    | { path: string; hash: string; bytes: number }
    | { removed: true }
    | { failure: Json }
  );

/** What became of a claimed output. A URL that it left has an item of its own beside the one that it has now. */
export type PublishedOutput = { output: ClaimedOutput; completion: Completion; items: ReceiptItem[] };

export function completionOf({ site, kind, ref, locale, listed, seq }: ClaimedOutput, rendered: Rendered): Completion {
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
