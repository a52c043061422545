import type { RecordId } from './records.ts';

/** What a line of a spreadsheet makes of a record. */
export type CheckedLine = {
  /** The number of the row, as the spreadsheet shows it. */
  row: number;
  /** Null for a new record. */
  id: RecordId | null;
  title: string;
  changes: { column: string; from: string; to: string }[];
  issues: { column: string; message: string }[];
  /** Who has a draft of it, which the import leaves alone unless it is told otherwise. */
  heldBy: string | null;
};

/** A dry run: what an import would do. Lines that change nothing are only counted. */
export type SheetCheck = {
  lines: CheckedLine[];
  counts: { changed: number; created: number; same: number; wrong: number; held: number };
  /** Columns that go live at once, since machines write them. */
  liveColumns: string[];
  /** Says whether another check would have the same outcome. */
  fingerprint: string;
};
