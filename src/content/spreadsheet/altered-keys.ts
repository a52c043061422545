import { textsBehind, isAltered } from '#domain/text/altered-text.ts';
import type { Client } from '#content/clients/client.ts';
import { takeTurns } from '#content/records/take-turns.ts';
import { readRecords } from '#content/records/read-record.ts';
import { recordOfRows } from '#content/records/record-data.ts';
import type { Kind } from '#kinds/contract.ts';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import { getColumnValue } from './export-records.ts';
import { findByWords } from './read-lines.ts';

type TextCell = { column: SheetColumn; cell: string };
/** A cell whose text a record has in another form, before a spreadsheet has changed it. */
type AlteredKey = TextCell & { stored: string; id: number };

/** Whether a column has texts of one line that a spreadsheet may take for something else. */
export function isPlainText({ meta }: Pick<SheetColumn, 'meta'>): boolean {
  return ['text', 'long-text', 'slug', 'url', 'email'].includes(meta.widget);
}

/** By line: a record that is known by the word that one of its cells had before a spreadsheet has changed it. */
export async function findAlteredKeys(
  service: Client,
  kind: Kind,
  lines: readonly (readonly TextCell[])[],
): Promise<Map<number, AlteredKey>> {
  const behind = new Map<string, string[]>();
  await takeTurns(lines, (cells) => {
    for (const { cell } of cells) if (!behind.has(cell)) behind.set(cell, textsBehind(cell));
  });
  const found = await findByWords(service, kind.kind, new Set([...behind.values()].flat()));
  if (found.size === 0) return new Map();
  const stored = await readRecords(service, kind, [...new Set(found.values())]);
  const keys = new Map<number, AlteredKey>();
  await takeTurns(lines, (cells, line) => {
    for (const { column, cell } of cells) {
      for (const word of behind.get(cell) ?? []) {
        const id = found.get(word);
        const rows = id === undefined ? null : stored.get(String(id))?.rows;
        if (id === undefined || !rows || keys.has(line)) continue;
        if (getColumnValue(column, recordOfRows(kind, rows)) === word && isAltered(cell, word))
          keys.set(line, { column, cell, stored: word, id });
      }
    }
  });
  return keys;
}
