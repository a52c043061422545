import { type ReactNode, useMemo, useState } from 'react';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import type { CellFormat } from '#schema/written-cell.ts';
import { ColumnMap } from './ColumnMap.tsx';
import { ReadAs } from './ReadAs.tsx';
import { type SheetLine, guessColumns, pickLines } from './read-sheet.ts';
import {
  type SheetChoices,
  type SheetSource,
  findDates,
  findDecimals,
  pickSample,
  understandSheet,
} from './understand-sheet.ts';

type ReadLines = { lines: SheetLine[]; format: CellFormat; unknown: string[] };

type Props = {
  source: SheetSource;
  columns: readonly SheetColumn[];
  onBack: () => void;
  onNext: (read: ReadLines) => void;
};

const noSheet = { headings: [], rows: [] };

/** How a table is read: as it was understood, or as a person says; what is asked has to be answered. */
export function ReadStep({ source, columns, onBack, onNext }: Props): ReactNode {
  const [choices, setChoices] = useState<SheetChoices>({});
  const [chosenKeys, setChosenKeys] = useState<readonly (string | null)[] | null>(null);
  const { encoding, separator, decimal, dates: order } = choices;
  const understood = useMemo(
    () => understandSheet(source, { ...(encoding && { encoding }), ...(separator && { separator }) }, columns),
    [source, encoding, separator, columns],
  );
  const sheet = understood.sheet ?? noSheet;
  const guessed = useMemo(() => guessColumns(sheet.headings, columns), [sheet, columns]);
  const keys = chosenKeys ?? guessed;
  const decimals = useMemo(() => findDecimals(sheet, keys, columns, decimal), [sheet, keys, columns, decimal]);
  const dates = useMemo(() => findDates(sheet, keys, columns, order), [sheet, keys, columns, order]);
  const hasTimes = columns.some(({ key, meta }) => meta.widget === 'date-time' && keys.includes(key));
  const zone = hasTimes ? new Intl.DateTimeFormat().resolvedOptions().timeZone : null;
  const format = useMemo(
    () => ({ decimal: decimals.value, dates: dates.value, zone }),
    [decimals.value, dates.value, zone],
  );
  const sample = useMemo(() => pickSample(sheet, keys, columns, format), [sheet, keys, columns, format]);
  const isOpen = [understood.encoding, understood.separator, decimals, dates].some((part) => part?.question);
  return (
    <ColumnMap
      headings={sheet.headings}
      columns={columns}
      keys={keys}
      problem={understood.problem}
      isOpen={isOpen}
      onKeys={setChosenKeys}
      onBack={onBack}
      onNext={() =>
        onNext({
          format,
          lines: pickLines(sheet, keys),
          unknown: sheet.headings.filter((heading, index) => heading !== '' && !keys[index]),
        })
      }
    >
      <ReadAs
        {...{ understood, decimals, dates, zone, sample }}
        headings={sheet.headings}
        onChoice={(choice) => {
          // Other columns may come of it.
          if (choice.encoding || choice.separator) setChosenKeys(null);
          setChoices({ ...choices, ...choice });
        }}
      />
    </ColumnMap>
  );
}
