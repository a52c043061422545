import { type ReactNode, useId } from 'react';
import { getKeys } from '#domain/objects.ts';
import { type DateOrder, dateOrders } from '#domain/values/written-day.ts';
import { type DecimalSign, decimalSigns } from '#domain/values/written-number.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { encodings } from './detect-encoding.ts';
import { separators } from './read-sheet.ts';
import {
  type SampleCell,
  type SheetChoices,
  type Understood,
  type Written,
  dateLabels,
  decimalLabels,
} from './understand-sheet.ts';

type Props = {
  understood: Understood;
  decimals: Written<DecimalSign>;
  dates: Written<DateOrder>;
  /** The time zone of times that name none; null where there are none. */
  zone: string | null;
  headings: readonly string[];
  sample: readonly { row: number; cells: readonly SampleCell[] }[];
  onChoice: (choice: SheetChoices) => void;
};

/** How a table was understood, each part to be chosen otherwise, with the rows that come of it. */
export function ReadAs({ understood, decimals, dates, zone, headings, sample, onChoice }: Props): ReactNode {
  const { encoding, separator } = understood;
  return (
    <>
      <div className="adm-read-as">
        {encoding ? (
          <Choice
            label="Encoding"
            value={encoding.question === null ? encoding.value : ''}
            options={getKeys(encodings).map((value) => [value, encodings[value]])}
            question={encoding.question}
            onValue={(value) => onChoice({ encoding: value })}
          />
        ) : null}
        <Choice
          label="Between cells"
          value={separator.question === null ? separator.value : ''}
          options={getKeys(separators).map((value) => [value, capitalized(separators[value])])}
          question={separator.question}
          onValue={(value) => onChoice({ separator: value })}
        />
        {decimals.isPresent ? (
          <Choice
            label="Before decimals"
            value={decimals.value ?? ''}
            options={decimalSigns.map((value) => [value, decimalLabels[value]])}
            empty="Nothing says it"
            seen={decimals.seen}
            question={decimals.question}
            onValue={(value) => onChoice({ decimal: value })}
          />
        ) : null}
        {dates.isPresent ? (
          <Choice
            label="Dates in numbers"
            value={dates.value ?? ''}
            options={dateOrders.map((value) => [value, dateLabels[value]])}
            empty="As each says itself"
            seen={dates.seen}
            question={dates.question}
            onValue={(value) => onChoice({ dates: value })}
          />
        ) : null}
      </div>
      {zone === null ? null : <p>Times that name no time zone are those of {zone}.</p>}
      {sample.length > 0 ? <Sample headings={headings} sample={sample} /> : null}
      {decimals.question === null && dates.question === null ? <FirstProblem {...{ headings, sample }} /> : null}
    </>
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  value: V | '';
  options: readonly (readonly [V, string])[];
  /** What stands there while nothing is chosen and nothing has to be. */
  empty?: string;
  seen?: string | null;
  question: string | null;
  onValue: (value: V) => void;
};

function Choice<V extends string>({
  label,
  value,
  options,
  empty,
  seen,
  question,
  onValue,
}: ChoiceProps<V>): ReactNode {
  const id = useId();
  const note = question ?? (seen ? `As ${seen}` : null);
  return (
    <div className="adm-read-as__part">
      <label className="ed-field__label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="ed-input ed-input--select"
        value={value}
        aria-invalid={question === null ? undefined : true}
        aria-describedby={note === null ? undefined : `${id}-note`}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen) onValue(chosen[0]);
        }}
      >
        {value === '' ? <option value="">{question === null ? (empty ?? '') : 'Choose'}</option> : null}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      {note === null ? null : (
        <p id={`${id}-note`} className={question === null ? 'ed-field__help' : 'ed-field__error'}>
          {note}
        </p>
      )}
    </div>
  );
}

function Sample({ headings, sample }: Pick<Props, 'headings' | 'sample'>): ReactNode {
  return (
    <ListTable label="Rows as they are read" columns={['Row', ...headings]} className="adm-sample">
      {sample.map(({ row, cells }) => (
        <tr key={row}>
          <th scope="row">{row}</th>
          {cells.map(({ text, problem }, index) => (
            <td key={index} className={problem === null ? undefined : 'adm-sample__wrong'}>
              {text}
            </td>
          ))}
        </tr>
      ))}
    </ListTable>
  );
}

/** Why a cell of the sample is marked, once nothing is asked of how the table is written. */
function FirstProblem({ headings, sample }: Pick<Props, 'headings' | 'sample'>): ReactNode {
  const [first] = sample.flatMap(({ row, cells }) =>
    cells.flatMap(({ problem }, index) =>
      problem === null ? [] : [`Row ${row}, ${headings[index] ?? ''}: ${problem}`],
    ),
  );
  return first === undefined ? null : <p className="ed-field__error">{first}</p>;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
