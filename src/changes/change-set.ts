import type { StagedRow } from '#kinds/contract.ts';
import type { KindName } from '#kinds/registry.ts';
import type { Json } from '#database/database.types.ts';
import type { PageContents } from '#content/source/revisions.ts';
import type { Planned, PlannedRecord, PreviewedRelease, ProposedPage } from '#content/source/source.ts';
import { rowsByTable } from '#content/records/write-staged.ts';
import type { PreparedRelease } from './releases/prepare-release.ts';

/** A record as its rows would be, which are those of its draft or others; without rows it would be deleted. */
export type ProposedRecord = {
  kind: KindName;
  id: number | string;
  rows: readonly StagedRow[] | null;
  isDraft?: boolean;
};

/**
 * What is made live together: pages as their drafts are, with some cells, as a version was or gone; records with other rows or deleted;
 * or a release with all that is in it.
 */
export type ChangeSet = {
  pages: readonly ProposedPage[];
  records: readonly ProposedRecord[];
  release: PreviewedRelease | null;
};

/** A page with other contents than those of its draft; without contents it is gone. */
export function proposePage(page: number, parent: number | null, contents: PageContents | null): ProposedPage {
  // What was read from revisions is JSON.
  return { page, parent, contents: contents as Json };
}

/** A page as it was before; without contents it is taken off the site, and stays as a draft. */
export function restorePage(page: number, parent: number | null, contents: PageContents | null): ProposedPage {
  return { ...proposePage(page, parent, contents), stays: true };
}

/** The drafts of pages. */
export function changeDrafts(...pages: readonly number[]): ChangeSet {
  return changePages(pages.map((page) => ({ page })));
}

export function changePages(pages: readonly ProposedPage[]): ChangeSet {
  return { pages, records: [], release: null };
}

/** The drafts of records. */
export function changeRecords(records: readonly ProposedRecord[]): ChangeSet {
  return { pages: [], records: records.map((record) => ({ ...record, isDraft: true })), release: null };
}

/** A set with drafts of records besides. */
export function addRecords(set: ChangeSet, records: readonly ProposedRecord[]): ChangeSet {
  return { ...set, records: [...set.records, ...changeRecords(records).records] };
}

/** What taking a publish or a release back makes live again. */
export function changeBack(pages: readonly ProposedPage[], records: readonly ProposedRecord[]): ChangeSet {
  return { pages, records, release: null };
}

/** The set that a release is, with its pages merged with what was published since. */
export function changeRelease({ release, pages, records }: PreparedRelease): ChangeSet {
  const merged = Object.fromEntries(pages.flatMap(({ id, contents }) => (contents ? [[id, contents]] : [])));
  return {
    pages: [],
    records: records.map(({ record: { kind, id, rows } }) => ({ kind, id, rows })),
    release: { id: release.id, merged: { pages: merged } as Json },
  };
}

/** The perspective from which a set is seen as if it were live; null where it is what is live. */
export function getPerspective({ pages, records, release }: ChangeSet): Planned | null {
  if (release) return { release };
  return pages.length + records.length === 0 ? null : { pages, records: records.map(toPlanned) };
}

function toPlanned({ kind, id, rows, isDraft = false }: ProposedRecord): PlannedRecord {
  if (isDraft) return { kind, id };
  return { kind, id, rowsByTable: rows && rowsByTable(rows) };
}
