import { type ReactNode, useState } from 'react';
import { wordsOf } from '#kinds/registry.ts';
import { columnsOf } from '#schema/sheet-columns.ts';
import { Window } from '#editor/dialog/Window.tsx';
import type { LoadedKind } from '../records/load-kind.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnMap } from './ColumnMap.tsx';
import { SheetSource } from './SheetSource.tsx';
import { type SheetLine, guessColumns, isJson, linesOf, readRecords, readTable } from './read-sheet.ts';
import { WrittenStep, type Written } from './WrittenStep.tsx';

type Table = { headings: readonly string[]; rows: readonly { row: number; cells: readonly string[] }[] };
type Step =
  | { step: 'choose'; problem: string | null }
  | { step: 'map'; table: Table; keys: readonly (string | null)[] }
  | { step: 'check'; lines: readonly SheetLine[]; isText: boolean; unknown: readonly string[] }
  | ({ step: 'done' } & Written);

type Props = {
  definition: LoadedKind;
  /** Cells that are read at once, in place of a file. */
  pasted: string | null;
  onClose: (isDone: boolean) => void;
};

function readText(definition: LoadedKind, text: string): Step {
  if (isJson(text)) {
    const records = readRecords(text, new Set(Object.keys(definition.schema.shape)));
    return records.ok
      ? { step: 'check', isText: false, ...records.value }
      : { step: 'choose', problem: records.message };
  }
  const table = readTable(text);
  if (!table.ok) return { step: 'choose', problem: table.message };
  return { step: 'map', table: table.value, keys: guessColumns(table.value.headings, columnsOf(definition)) };
}

/** A spreadsheet becomes records: chosen or pasted, its columns named, checked, and then saved as drafts or published. */
export function ImportWindow({ definition, pasted, onClose }: Props): ReactNode {
  const { kind } = definition;
  const { many } = wordsOf(kind);
  const [at, setAt] = useState<Step>(() =>
    pasted === null ? { step: 'choose', problem: null } : readText(definition, pasted),
  );
  const [isBusy, setBusy] = useState(false);
  const columns = columnsOf(definition);
  const close = () => {
    if (!isBusy) onClose(at.step === 'done');
  };
  return (
    <Window title={`Import ${many}`} size="medium" onClose={close}>
      {at.step === 'choose' ? (
        <SheetSource problem={at.problem} onText={(text) => setAt(readText(definition, text))} onClose={close} />
      ) : null}
      {at.step === 'map' ? (
        <ColumnMap
          {...{ columns }}
          headings={at.table.headings}
          keys={at.keys}
          onKeys={(keys) => setAt({ ...at, keys })}
          onBack={() => setAt({ step: 'choose', problem: null })}
          onNext={() =>
            setAt({
              step: 'check',
              isText: true,
              lines: linesOf(at.table, at.keys),
              unknown: at.table.headings.filter((heading, index) => heading !== '' && !at.keys[index]),
            })
          }
        />
      ) : null}
      {at.step === 'check' ? (
        <CheckStep
          {...{ kind, isBusy }}
          {...at}
          intro={`${at.lines.length.toLocaleString('en')} rows were read. Check them: nothing is saved by that.`}
          backLabel="Choose another file"
          onBusy={setBusy}
          onBack={() => setAt({ step: 'choose', problem: null })}
          onDone={(written) => setAt({ step: 'done', ...written })}
        />
      ) : null}
      {at.step === 'done' ? <WrittenStep written={at} onClose={() => onClose(true)} /> : null}
    </Window>
  );
}
