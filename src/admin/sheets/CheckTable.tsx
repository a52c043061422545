import { type ReactNode, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import type { CheckedLine, SheetCheck } from '#view-model/sheets.ts';
import { ListTable } from '../shell/ListTable.tsx';

/** What a check has found, in a sentence or two. */
export function describeCheck({ counts, liveColumns, lines }: SheetCheck): string {
  const { changed, created, same, wrong, held } = counts;
  const parts = [
    [changed, 'changed'],
    [created, 'new'],
    [same, 'the same'],
    [held, 'left out: somebody has a draft'],
    [wrong, 'wrong'],
  ] as const;
  const counted = parts.filter(([count]) => count > 0).map(([count, what]) => `${showNumber(count)} ${what}`);
  const live =
    liveColumns.length > 0 ? ` ${liveColumns.join(', ')} of existing entries: live at once, without a draft.` : '';
  const kept = lines.reduce((sum, line) => sum + line.kept.length, 0);
  const stay =
    kept > 0
      ? ` ${showNumber(kept)} ${kept === 1 ? 'cell that a spreadsheet seems to have changed stays as it is' : 'cells that a spreadsheet seems to have changed stay as they are'} stored.`
      : '';
  if (changed + created + wrong + held === 0) return `${describeSame(same)}${stay}`;
  return `${counted.join(', ')}. Nothing is saved yet.${stay}${live}`;
}

function describeSame(rows: number): string {
  if (rows === 0) return 'Nothing changes.';
  return rows === 1
    ? 'Nothing changes: it is stored already.'
    : `Nothing changes: all ${showNumber(rows)} are stored already.`;
}

const rowsPerPage = 100;

/** What is wrong first, then each cell that changes. */
export function CheckTable({ check }: { check: SheetCheck }): ReactNode {
  const [shown, setShown] = useState(rowsPerPage);
  const rank = ({ issues, heldBy, kept }: CheckedLine) =>
    issues.length > 0 ? 0 : kept.length > 0 ? 1 : heldBy === null ? 3 : 2;
  const lines = check.lines.toSorted((a, b) => rank(a) - rank(b) || a.row - b.row);
  if (lines.length === 0) return null;
  return (
    <>
      <ListTable label="What is imported" columns={['Row', 'Entry', 'Changes']}>
        {lines.slice(0, shown).map((line) => (
          <tr key={line.row}>
            <td data-label="Row">{line.row}</td>
            <th scope="row">
              {line.title}
              {line.id === null ? <small> New</small> : null}
            </th>
            <td data-label="Changes">
              <Cells line={line} />
            </td>
          </tr>
        ))}
      </ListTable>
      {lines.length > shown ? (
        <button type="button" className="ed-button" onClick={() => setShown(shown + rowsPerPage)}>
          Show more of {showNumber(lines.length)}
        </button>
      ) : null}
    </>
  );
}

function Cells({ line: { issues, heldBy, changes, kept } }: { line: CheckedLine }): ReactNode {
  return (
    <ul className="adm-list">
      {issues.map(({ column, message }, index) => (
        <li key={`issue-${index}`} className="adm-sheet__issue">
          <strong>{column === '' ? 'Wrong' : column}:</strong> {message}
        </li>
      ))}
      {heldBy === null ? null : <li>Left out: {heldBy} has a draft of it.</li>}
      {kept.map(({ column, stored, cell }) => (
        <li key={`kept-${column}`}>
          <strong>{column}:</strong> stays “{stored}”. Spreadsheets turn that into “{cell}”.
        </li>
      ))}
      {changes.map(({ column, from, to }) => (
        <li key={column}>
          <strong>{column}:</strong> {from === '' ? null : <del>{from}</del>} {to === '' ? 'empty' : <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  );
}
