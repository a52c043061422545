import { type ReactNode, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import type { KindName } from '#kinds/registry.ts';
import type { CellFormat } from '#schema/written-cell.ts';
import type { SheetCheck } from '#view-model/sheets.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { CheckTable, describeCheck } from './CheckTable.tsx';
import type { SheetLine } from './read-sheet.ts';
import type { Written } from './WrittenStep.tsx';

type Props = {
  kind: KindName;
  lines: readonly SheetLine[];
  isText: boolean;
  /** How numbers and dates are written in it. */
  format?: CellFormat;
  /** Values that were typed here, which no spreadsheet has changed. */
  isTyped?: boolean;
  /** Columns that are not imported. */
  unknown?: readonly string[];
  /** What is checked, before it is. */
  intro: string;
  backLabel: string;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onBack: () => void;
  onDone: (written: Written) => void;
};

/** The dry run: what would change, what is wrong; then it is done. */
export function CheckStep({ unknown = [], intro, isBusy, onBusy, onDone, ...rest }: Props): ReactNode {
  const { kind, lines, isText, format, isTyped = false } = rest;
  const [publish, setPublish] = useState(true);
  const [force, setForce] = useState(false);
  const [skipWrong, setSkipWrong] = useState(false);
  const [takeAltered, setTakeAltered] = useState(isTyped);
  const [check, setCheck] = useState<SheetCheck | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const input = { kind, lines: [...lines], isText, force, publish, takeAltered, ...(format ? { format } : {}) };
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
    if (answer.ok) return onDone({ receipt: answer.value, publish, count });
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
      <div className="ed-publish" role="region" aria-label="What changes" tabIndex={0}>
        {unknown.length > 0 ? <p>Not imported, since there are no such columns: {unknown.join(', ')}.</p> : null}
        <CheckOptions
          {...{ check, isBusy, isTyped, publish, force, takeAltered, skipWrong }}
          onPublish={anew(setPublish)}
          onForce={anew(setForce)}
          onTakeAltered={anew(setTakeAltered)}
          onSkipWrong={setSkipWrong}
        />
        {failure ? <Failure failure={failure} /> : null}
        <p role="status">
          {isBusy
            ? check
              ? 'Saving …'
              : `Checking ${showNumber(lines.length)} rows …`
            : check
              ? describeCheck(check)
              : intro}
        </p>
        {check ? <CheckTable check={check} /> : null}
      </div>
      <CheckButtons
        {...{ isBusy, canWrite }}
        backLabel={rest.backLabel}
        onBack={rest.onBack}
        isChecked={check !== null}
        writeLabel={nameWriting(count, publish)}
        onCheck={() => void run()}
        onWrite={() => void write()}
      />
    </>
  );
}

function nameWriting(count: number, publish: boolean): string {
  if (count === 0) return publish ? 'Nothing to publish' : 'Nothing to save';
  return publish ? `Publish ${showNumber(count)}` : `Save ${showNumber(count)} as drafts`;
}

type OptionsProps = {
  check: SheetCheck | null;
  isBusy: boolean;
  isTyped: boolean;
  publish: boolean;
  force: boolean;
  takeAltered: boolean;
  skipWrong: boolean;
  onPublish: (isOn: boolean) => void;
  onForce: (isOn: boolean) => void;
  onTakeAltered: (isOn: boolean) => void;
  onSkipWrong: (isOn: boolean) => void;
};

/** What is to be chosen, some of it once the check has found a reason. */
function CheckOptions({
  check,
  isBusy,
  isTyped,
  publish,
  force,
  takeAltered,
  skipWrong,
  ...on
}: OptionsProps): ReactNode {
  return (
    <>
      <Option
        label="Publish at once (otherwise it is saved as drafts)"
        isOn={publish}
        isBusy={isBusy}
        onChange={on.onPublish}
      />
      {check === null || check.counts.held > 0 || force ? (
        <Option
          label={`Include entries of which somebody has a draft: ${isTyped ? 'the value goes' : 'the cells go'} into it`}
          isOn={force}
          isBusy={isBusy}
          onChange={on.onForce}
        />
      ) : null}
      {!isTyped && (takeAltered || (check && check.counts.altered > 0)) ? (
        <Option
          label="Take cells also where a spreadsheet seems to have changed them"
          isOn={takeAltered}
          isBusy={isBusy}
          onChange={on.onTakeAltered}
        />
      ) : null}
      {check && check.counts.wrong > 0 ? (
        <Option label="Leave out the rows that are wrong" isOn={skipWrong} isBusy={isBusy} onChange={on.onSkipWrong} />
      ) : null}
    </>
  );
}

type OptionProps = { label: string; isOn: boolean; isBusy: boolean; onChange: (isOn: boolean) => void };

function Option({ label, isOn, isBusy, onChange }: OptionProps): ReactNode {
  return (
    <label className="ed-check">
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
  backLabel: string;
  onCheck: () => void;
  onWrite: () => void;
  onBack: () => void;
};

function CheckButtons({ isBusy, isChecked, canWrite, writeLabel, backLabel, ...on }: ButtonsProps): ReactNode {
  return (
    <div className="ed-dialog__actions">
      <button
        type="button"
        className="ed-button ed-button--primary"
        data-autofocus
        aria-disabled={isBusy || (isChecked && !canWrite) ? true : undefined}
        aria-busy={isBusy}
        onClick={() => {
          if (isBusy) return;
          if (!isChecked) on.onCheck();
          else if (canWrite) on.onWrite();
        }}
      >
        {isChecked ? writeLabel : 'Check'}
      </button>
      <button type="button" className="ed-button" disabled={isBusy} onClick={on.onBack}>
        {backLabel}
      </button>
    </div>
  );
}
