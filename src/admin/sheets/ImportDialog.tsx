import { type ReactNode, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { getKindNames } from '#kinds/registry.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import type { CellFormat } from '#schema/written-cell.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import type { LoadedKind } from '../records/load-kind.ts';
import { CheckStep } from './CheckStep.tsx';
import { decodeText, detectEncoding } from './detect-encoding.ts';
import { ReadStep } from './ReadStep.tsx';
import { SheetSource } from './SheetSource.tsx';
import { type SheetLine, isJson, problemOfSize, readRecords } from './read-sheet.ts';
import type { SheetSource as Source } from './understand-sheet.ts';
import { WrittenStep, type Written } from './WrittenStep.tsx';

type Step =
  | { step: 'choose'; problem: string | null }
  | { step: 'read'; source: Source }
  | {
      step: 'check';
      lines: readonly SheetLine[];
      isText: boolean;
      unknown: readonly string[];
      format?: CellFormat;
    }
  | ({ step: 'done' } & Written);

type Props = {
  definition: LoadedKind;
  /** Cells that are read at once, in place of a file. */
  pasted: string | null;
  onClose: (isDone: boolean) => void;
};

/** Records of JSON are checked at once; it is said first how a table was understood. */
function begin(definition: LoadedKind, source: Source): Step {
  const tooLarge = problemOfSize('text' in source ? source.text.length : source.bytes.length);
  if (tooLarge !== null) return { step: 'choose', problem: tooLarge };
  const text = 'text' in source ? source.text : decodeText(source.bytes, detectEncoding(source.bytes).encoding);
  if (!isJson(text)) return { step: 'read', source };
  const records = readRecords(text, new Set(Object.keys(definition.schema.shape)));
  return records.ok ? { step: 'check', isText: false, ...records.value } : { step: 'choose', problem: records.message };
}

/** A spreadsheet becomes records: chosen or pasted, its columns named, checked, and then saved as drafts or published. */
export function ImportDialog({ definition, pasted, onClose }: Props): ReactNode {
  const { kind } = definition;
  const { many } = getKindNames(kind);
  const [at, setAt] = useState<Step>(() =>
    pasted === null ? { step: 'choose', problem: null } : begin(definition, { text: pasted }),
  );
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    if (!isBusy) onClose(at.step === 'done');
  };
  return (
    <Dialog title={`Import ${many}`} size="medium" onClose={close}>
      {at.step === 'choose' ? (
        <SheetSource problem={at.problem} onSource={(source) => setAt(begin(definition, source))} onClose={close} />
      ) : null}
      {at.step === 'read' ? (
        <ReadStep
          source={at.source}
          columns={listSheetColumns(definition)}
          onBack={() => setAt({ step: 'choose', problem: null })}
          onNext={(read) => setAt({ step: 'check', isText: true, ...read })}
        />
      ) : null}
      {at.step === 'check' ? (
        <CheckStep
          {...{ kind, isBusy }}
          {...at}
          intro={describeRead(at.lines.length)}
          backLabel="Choose another file"
          onBusy={setBusy}
          onBack={() => setAt({ step: 'choose', problem: null })}
          onDone={(written) => setAt({ step: 'done', ...written })}
        />
      ) : null}
      {at.step === 'done' ? <WrittenStep written={at} onClose={() => onClose(true)} /> : null}
    </Dialog>
  );
}

function describeRead(count: number): string {
  return count === 1
    ? 'One row was read. Check it: nothing is saved by that.'
    : `${showNumber(count)} rows were read. Check them: nothing is saved by that.`;
}
