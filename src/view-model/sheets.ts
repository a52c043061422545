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
  /** Cells that stay as they are stored, since a spreadsheet has changed the text that was in them. */
  kept: { column: string; stored: string; cell: string }[];
};

/** A dry run: what an import would do. Lines that change nothing are only counted. */
export type SheetCheck = {
  lines: CheckedLine[];
  /** Of rows; `altered` of cells that a spreadsheet seems to have changed, which stay or are wrong. */
  counts: { changed: number; created: number; same: number; wrong: number; held: number; altered: number };
  /** Columns that go live at once, since machines write them. */
  liveColumns: string[];
  /** Says whether another check would have the same outcome. */
  fingerprint: string;
};
