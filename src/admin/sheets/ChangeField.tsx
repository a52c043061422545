import { type ReactNode, useId, useRef, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type SheetColumn, listSheetColumns } from '#schema/sheet-columns.ts';
import type { RecordId } from '#view-model/records.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import type { LoadedKind } from '../records/load-kind.ts';
import { NeededBy } from '../records/NeededBy.tsx';
import { bulkColumns, problemOfValue } from './bulk-columns.ts';
import { CheckStep } from './CheckStep.tsx';
import { WrittenStep, type Written } from './WrittenStep.tsx';

type Step = { step: 'choose' } | { step: 'check' } | ({ step: 'done' } & Written);

type Props = {
  definition: LoadedKind;
  ids: readonly RecordId[];
  /** What is changed, where that is not for the person to choose, and what the dialog is called then. */
  change?: { field: string; value: string; title: string } | null;
  onClose: (isDone: boolean) => void;
};

/** One field of many records gets one value: chosen, checked, and then saved as drafts or published. */
export function ChangeField({ definition, ids, change = null, onClose }: Props): ReactNode {
  // Withdrawing is no choice of a field.
  const columns = change ? listSheetColumns(definition) : bulkColumns(definition);
  const { one, many } = getKindNames(definition.kind);
  const [key, setKey] = useState(change?.field ?? '');
  const [value, setValue] = useState(change?.value ?? '');
  const [at, setAt] = useState<Step>({ step: change ? 'check' : 'choose' });
  const [isBusy, setBusy] = useState(false);
  const column = columns.find((other) => other.key === key);
  const count = `${showNumber(ids.length)} ${ids.length === 1 ? one : many}`;
  return (
    <Dialog
      title={change ? `${change.title} ${count}` : `Change a field of ${count}`}
      size="medium"
      onClose={() => {
        if (!isBusy) onClose(at.step === 'done');
      }}
    >
      {at.step === 'choose' ? (
        <ValueStep
          {...{ columns, column, value }}
          onColumn={(next) => {
            setKey(next);
            setValue(columns.find((other) => other.key === next)?.meta.widget === 'checkbox' ? 'Yes' : '');
          }}
          onValue={setValue}
          onNext={() => setAt({ step: 'check' })}
          onClose={() => onClose(false)}
        />
      ) : null}
      {change && at.step === 'check' ? (
        <NeededBy leaving={{ records: ids.map((id) => ({ kind: definition.kind, id })) }} />
      ) : null}
      {at.step === 'check' && column ? (
        <CheckStep
          kind={definition.kind}
          lines={ids.map((id, index) => ({ row: index + 1, cells: { id: String(id), [column.key]: value } }))}
          isText
          isTyped
          intro={
            value === ''
              ? `“${column.label}” of ${count} becomes empty. Check it: nothing is saved by that.`
              : `“${column.label}” of ${count} becomes “${value}”. Check it: nothing is saved by that.`
          }
          backLabel={change ? 'Cancel' : 'Choose another value'}
          isBusy={isBusy}
          onBusy={setBusy}
          onBack={() => (change ? onClose(false) : setAt({ step: 'choose' }))}
          onDone={(written) => setAt({ step: 'done', ...written })}
        />
      ) : null}
      {at.step === 'done' ? <WrittenStep written={at} onClose={() => onClose(true)} /> : null}
    </Dialog>
  );
}

type ValueProps = {
  columns: readonly SheetColumn[];
  column: SheetColumn | undefined;
  value: string;
  onColumn: (key: string) => void;
  onValue: (value: string) => void;
  onNext: () => void;
  onClose: () => void;
};

function ValueStep({ columns, column, value, onColumn, onValue, onNext, onClose }: ValueProps): ReactNode {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const next = () => {
    if (!column) return;
    const found = problemOfValue(column, value);
    setProblem(found);
    if (found === null) onNext();
    else root.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-value`)}`)?.focus();
  };
  return (
    <>
      <div ref={root} className="ed-publish adm-change">
        <label className="ed-field__label" htmlFor={`${id}-field`}>
          Field
        </label>
        <select
          id={`${id}-field`}
          data-autofocus
          className="ed-input ed-input--select"
          value={column?.key ?? ''}
          onChange={({ target }) => {
            setProblem(null);
            onColumn(target.value);
          }}
        >
          <option value="">Choose a field</option>
          {columns.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {column ? (
          <>
            <label className="ed-field__label" htmlFor={`${id}-value`}>
              New value
            </label>
            <ValueInput
              id={`${id}-value`}
              {...{ column, value, problem }}
              onValue={(typed) => {
                setProblem(null);
                onValue(typed);
              }}
            />
            {problem === null ? null : (
              <p id={`${id}-value-error`} className="ed-field__error">
                {problem}
              </p>
            )}
            <p id={`${id}-value-help`} className="ed-field__help">
              {getHelp(column)}
            </p>
          </>
        ) : null}
      </div>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" disabled={!column} onClick={next}>
          Continue
        </button>
        <button type="button" className="ed-button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

type InputProps = {
  id: string;
  column: SheetColumn;
  value: string;
  problem: string | null;
  onValue: (value: string) => void;
};

function ValueInput({ id, column, value, problem, onValue }: InputProps): ReactNode {
  const { meta } = column;
  const isRequired = problemOfValue(column, '') !== null;
  const common = {
    id,
    value,
    'aria-describedby': problem === null ? `${id}-help` : `${id}-error ${id}-help`,
    'aria-invalid': problem === null ? undefined : (true as const),
  };
  switch (meta.widget) {
    case 'checkbox':
      return <WordSelect {...common} words={['Yes', 'No']} onValue={onValue} />;
    case 'select':
    case 'radio':
    case 'colour':
      return (
        <WordSelect
          {...common}
          words={['', ...meta.options.map(({ label }) => label)]}
          none={isRequired ? 'Choose …' : 'Empty'}
          onValue={onValue}
        />
      );
    case 'long-text':
    case 'rich-text':
    case 'texts':
      return <textarea {...common} className="ed-input" rows={6} onChange={({ target }) => onValue(target.value)} />;
    default:
      return (
        <input
          {...common}
          className="ed-input"
          type={meta.widget === 'date' ? 'date' : 'text'}
          onChange={({ target }) => onValue(target.value)}
        />
      );
  }
}

type SelectProps = {
  id: string;
  value: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
  words: readonly string[];
  /** What no value is called. */
  none?: string;
  onValue: (value: string) => void;
};

function WordSelect({ words, none = 'Empty', onValue, ...common }: SelectProps): ReactNode {
  return (
    <select {...common} className="ed-input ed-input--select" onChange={({ target }) => onValue(target.value)}>
      {words.map((word) => (
        <option key={word} value={word}>
          {word === '' ? none : word}
        </option>
      ))}
    </select>
  );
}

function getHelp(column: SheetColumn): string {
  const { meta } = column;
  const whenEmpty = problemOfValue(column, '') === null ? 'Where it is left empty, the field becomes empty.' : '';
  switch (meta.widget) {
    case 'reference':
      return 'Its name or slug. Empty: none.';
    case 'references':
      return 'Names or slugs, with semicolons between. They take the place of those that are there.';
    case 'sites':
    case 'locales':
    case 'countries':
      return 'With commas between. They take the place of those that are there.';
    case 'texts':
      return 'One on each line. They take the place of those that are there.';
    case 'rich-text':
      return 'Plain text: an empty line begins a new paragraph. Links and formats that are there are lost.';
    case 'date-time':
      return 'A moment such as 2026-03-01T09:00:00Z.';
    case 'number':
    case 'coordinate':
      return `Without a sign between thousands. ${whenEmpty}`.trim();
    case 'checkbox':
      return 'Yes or no.';
    default:
      return whenEmpty;
  }
}
