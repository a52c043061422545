import { type ReactNode, useState } from 'react';
import { type KindName, wordsOf } from '#kinds/registry.ts';
import { columnsOf } from '#schema/sheet-columns.ts';
import type { SheetCheck } from '#view-model/sheets.ts';
import { type ActionOutput, type CallFailure, call } from '#editor/api.ts';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { UrlTable } from '#editor/publishing/UrlTable.tsx';
import { receiptWords } from '#editor/publishing/receipt-words.ts';
import type { LoadedKind } from '../records/load-kind.ts';
import { CheckTable, checkWords } from './CheckTable.tsx';
import { ColumnMap } from './ColumnMap.tsx';
import { SheetSource } from './SheetSource.tsx';
import { type SheetLine, guessColumns, isJson, linesOf, readRecords, readTable } from './read-sheet.ts';

type Table = { headings: readonly string[]; rows: readonly { row: number; cells: readonly string[] }[] };
type Step =
  | { step: 'choose'; problem: string | null }
  | { step: 'map'; table: Table; keys: readonly (string | null)[] }
  | { step: 'check'; lines: readonly SheetLine[]; isText: boolean; unknown: readonly string[] }
  | { step: 'done'; receipt: ActionOutput<'importSheet'>; publish: boolean; count: number };

type Props = { definition: LoadedKind; onClose: (isDone: boolean) => void };

/** A spreadsheet becomes records: chosen or pasted, its columns named, checked, and then saved as drafts or published. */
export function ImportWindow({ definition, onClose }: Props): ReactNode {
  const { kind } = definition;
  const { many } = wordsOf(kind);
  const [at, setAt] = useState<Step>({ step: 'choose', problem: null });
  const [isBusy, setBusy] = useState(false);
  const columns = columnsOf(definition);
  const read = (text: string) => {
    if (isJson(text)) {
      const records = readRecords(text, new Set(Object.keys(definition.schema.shape)));
      return setAt(
        records.ok ? { step: 'check', isText: false, ...records.value } : { step: 'choose', problem: records.message },
      );
    }
    const table = readTable(text);
    if (!table.ok) return setAt({ step: 'choose', problem: table.message });
    setAt({ step: 'map', table: table.value, keys: guessColumns(table.value.headings, columns) });
  };
  const close = () => {
    if (!isBusy) onClose(at.step === 'done');
  };
  return (
    <Window title={`Import ${many}`} size="medium" onClose={close}>
      {at.step === 'choose' ? <SheetSource problem={at.problem} onText={read} onClose={close} /> : null}
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
        <Check
          {...{ kind, isBusy }}
          {...at}
          onBusy={setBusy}
          onBack={() => setAt({ step: 'choose', problem: null })}
          onDone={(receipt, publish, count) => setAt({ step: 'done', receipt, publish, count })}
        />
      ) : null}
      {at.step === 'done' ? (
        <>
          <div className="ed-publish" role="region" aria-label="What was imported" tabIndex={0}>
            <p role="status">
              {at.publish
                ? receiptWords(at.receipt)
                : `${at.count.toLocaleString('en')} ${at.count === 1 ? 'draft was' : 'drafts were'} saved. Publish them from the list.`}
            </p>
            {at.publish ? <UrlTable entries={at.receipt.entries} publishedAt={at.receipt.publishedAt} /> : null}
          </div>
          <div className="ed-window__actions">
            <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={() => onClose(true)}>
              Close
            </button>
          </div>
        </>
      ) : null}
    </Window>
  );
}

type CheckProps = {
  kind: KindName;
  lines: readonly SheetLine[];
  isText: boolean;
  unknown: readonly string[];
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onBack: () => void;
  onDone: (receipt: ActionOutput<'importSheet'>, publish: boolean, count: number) => void;
};

/** The dry run: what would change, what is wrong; then it is done. */
function Check({ kind, lines, isText, unknown, isBusy, onBusy, onBack, onDone }: CheckProps): ReactNode {
  const [publish, setPublish] = useState(true);
  const [force, setForce] = useState(false);
  const [skipWrong, setSkipWrong] = useState(false);
  const [check, setCheck] = useState<SheetCheck | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const input = { kind, lines: [...lines], isText, force, publish };
  const run = async () => {
    onBusy(true);
    const answer = await call('checkSheet', input);
    onBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    setCheck(answer.ok ? answer.value : null);
  };
  const write = async () => {
    if (!check) return;
    onBusy(true);
    const answer = await call('importSheet', { ...input, fingerprint: check.fingerprint, skipWrong });
    onBusy(false);
    if (answer.ok) return onDone(answer.value, publish, count);
    setFailure(answer.failure);
    if (answer.failure.code === 'conflict') setCheck(null);
  };
  const anew = (set: (isOn: boolean) => void) => (isOn: boolean) => {
    set(isOn);
    setCheck(null);
  };
  const count = check ? check.counts.changed + check.counts.created : 0;
  const canWrite = check !== null && count > 0 && (check.counts.wrong === 0 || skipWrong);
  return (
    <>
      <div className="ed-publish" role="region" aria-label="What the import changes" tabIndex={0}>
        {unknown.length > 0 ? <p>Not imported, since there are no such columns: {unknown.join(', ')}.</p> : null}
        <Option
          label="Publish at once (otherwise it is saved as drafts)"
          isOn={publish}
          isBusy={isBusy}
          onChange={anew(setPublish)}
        />
        {check === null || check.counts.held > 0 || force ? (
          <Option
            label="Include entries of which somebody has a draft: the cells go into it"
            isOn={force}
            isBusy={isBusy}
            onChange={anew(setForce)}
          />
        ) : null}
        {check && check.counts.wrong > 0 ? (
          <Option label="Leave out the rows that are wrong" isOn={skipWrong} isBusy={isBusy} onChange={setSkipWrong} />
        ) : null}
        {failure ? <Failure failure={failure} /> : null}
        <p role="status">
          {isBusy
            ? check
              ? 'Importing …'
              : `Checking ${lines.length.toLocaleString('en')} rows …`
            : check
              ? checkWords(check)
              : `${lines.length.toLocaleString('en')} rows were read. Check them: nothing is saved by that.`}
        </p>
        {check ? <CheckTable check={check} /> : null}
      </div>
      <CheckButtons
        {...{ isBusy, canWrite, onBack }}
        isChecked={check !== null}
        writeLabel={publish ? `Publish ${count.toLocaleString('en')}` : `Save ${count.toLocaleString('en')} as drafts`}
        onCheck={() => void run()}
        onWrite={() => void write()}
      />
    </>
  );
}

type OptionProps = { label: string; isOn: boolean; isBusy: boolean; onChange: (isOn: boolean) => void };

function Option({ label, isOn, isBusy, onChange }: OptionProps): ReactNode {
  return (
    <label className="adm-sheet__option">
      <input type="checkbox" checked={isOn} disabled={isBusy} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

type ButtonsProps = {
  isBusy: boolean;
  isChecked: boolean;
  canWrite: boolean;
  writeLabel: string;
  onCheck: () => void;
  onWrite: () => void;
  onBack: () => void;
};

function CheckButtons({ isBusy, isChecked, canWrite, writeLabel, onCheck, onWrite, onBack }: ButtonsProps): ReactNode {
  return (
    <div className="ed-window__actions">
      <button
        type="button"
        className="ed-button ed-button--primary"
        data-autofocus
        aria-disabled={isBusy || (isChecked && !canWrite) ? true : undefined}
        aria-busy={isBusy}
        onClick={() => {
          if (isBusy) return;
          if (!isChecked) onCheck();
          else if (canWrite) onWrite();
        }}
      >
        {isChecked ? writeLabel : 'Check'}
      </button>
      <button type="button" className="ed-button" disabled={isBusy} onClick={onBack}>
        Choose another file
      </button>
    </div>
  );
}
