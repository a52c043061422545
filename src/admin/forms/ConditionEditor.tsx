import type { ReactNode } from 'react';
import { conditionalValues, isAnswered, possibleValues } from '#domain/forms/form-fields.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { CommittedInput } from './CommittedInput.tsx';
import { getFieldTitle } from './field-names.ts';
import type { EditedField } from './edited-field.ts';

/** When a field is shown: always, or with certain answers to another. */
export function ConditionEditor(props: EditedField): ReactNode {
  const { field, onChange } = props;
  return (
    <fieldset className="ed-group">
      <legend className="ed-group__legend">Condition</legend>
      <label className="ed-check">
        <input
          type="checkbox"
          checked={field.isConditional}
          onChange={(event) => onChange({ isConditional: event.target.checked })}
        />
        <span>Show only for certain answers</span>
      </label>
      {field.isConditional ? <Dependency {...props} /> : null}
    </fieldset>
  );
}

function getValueLabel(field: EditedField['field'], value: string): string {
  const option = field.options.find(({ optionValue }) => optionValue === value);
  return option?.optionLabel || (field.options.length === 0 ? 'Ticked' : value);
}

/** The field that decides, and the answers to it. */
function Dependency(props: EditedField): ReactNode {
  const { field, fields, problems, onChange } = props;
  const others = fields.filter(({ id, fieldType }) => id !== field.id && isAnswered(fieldType));
  const controlling = others.find(({ name }) => name === field.conditionalName);
  return (
    <>
      <LabeledField
        label="Depends on"
        error={problems.get('conditionalName')}
        help={others.length === 0 ? 'There is no other field yet that visitors answer.' : ''}
        required
      >
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input"
            value={field.conditionalName}
            onChange={(event) => onChange({ conditionalName: event.target.value, conditionalValue: '' })}
          >
            <option value="">Choose a field</option>
            {controlling || field.conditionalName === '' ? null : (
              <option value={field.conditionalName}>{field.conditionalName} (gone)</option>
            )}
            {others.map((other) => (
              <option key={other.id} value={other.name}>
                {others.some((one) => one.id !== other.id && getFieldTitle(one) === getFieldTitle(other))
                  ? `${getFieldTitle(other)} (${other.name})`
                  : getFieldTitle(other)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {controlling && possibleValues(controlling).length > 0 ? (
        <KnownAnswers {...props} controlling={controlling} />
      ) : (
        <LabeledField
          label="Shown for these values"
          error={problems.get('conditionalValue')}
          help="With semicolons between several, for example 1;2;3"
          required
        >
          {({ labelId: _, ...ids }) => (
            <CommittedInput
              {...ids}
              key={`${field.id} ${field.conditionalValue}`}
              value={field.conditionalValue}
              onCommit={(conditionalValue) => onChange({ conditionalValue })}
            />
          )}
        </LabeledField>
      )}
    </>
  );
}

function KnownAnswers({
  field,
  problems,
  onChange,
  controlling,
}: EditedField & { controlling: EditedField['field'] }): ReactNode {
  const values = conditionalValues(field);
  const known = possibleValues(controlling);
  const setValues = (next: readonly string[]) => onChange({ conditionalValue: next.join(';') });
  return (
    <LabeledField label="Shown for these values" error={problems.get('conditionalValue')} isGroup required>
      {({ labelId, id, 'aria-describedby': describedBy }) => (
        <div id={id} className="ed-values" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {[...new Set([...known, ...values])].map((value) => (
            <label key={value} className="ed-check">
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={(event) =>
                  setValues(event.target.checked ? [...values, value] : values.filter((one) => one !== value))
                }
              />
              <span>
                {getValueLabel(controlling, value)}{' '}
                <small>{known.includes(value) ? value : 'no option any more'}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </LabeledField>
  );
}
