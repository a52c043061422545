import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { valueAt } from '#domain/objects.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { Picker } from '#staff/picker/Picker.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { messageIn } from '../../records/message-in.ts';
import type { OwnField } from '../../records/own-form.ts';
import { formatNumber } from './parse-number.ts';
import { PropertyRow } from './PropertyRow.tsx';
import { type PropertyValue, blankValue, isBlank, readValues, withValue } from './property-values.ts';

const groups = [
  { role: 'primary', title: 'In tables and filters' },
  { role: 'secondary', title: 'Further properties' },
  { role: null, title: 'Not of this category' },
] as const;

/** The properties of a product's category as a table with their values and units. */
export default function PropertyTable({ field, path }: OwnField): ReactNode {
  const { setValue } = useFormContext();
  const { errors, submitCount } = useFormState({ name: path });
  const watched: unknown[] = useWatch({ name: [path, 'primary_category'] });
  const values = readValues(watched[0]);
  const category = typeof watched[1] === 'number' ? watched[1] : null;
  const ids = values.map(({ property }) => property).toSorted((a, b) => a - b);
  const { value: properties, failure, reload } = useCall('findProperties', { category, ids });

  const write = (next: readonly PropertyValue[]) =>
    setValue(path, next, { shouldDirty: true, shouldTouch: true, shouldValidate: submitCount > 0 });
  const getValue = (id: number) => values.find(({ property }) => property === id) ?? blankValue(id);
  const getError = (id: number) => {
    const index = values.findIndex(({ property }) => property === id);
    return submitCount === 0 || index === -1 ? null : messageIn(valueAt(errors, [path, index]));
  };
  const primary = (properties ?? []).filter(({ role }) => role === 'primary');
  const filled = primary.filter(({ id }) => !isBlank(getValue(id)));
  return (
    <fieldset className="ed-list adm-properties" data-field={path}>
      <legend className="ed-group__legend">{field.label}</legend>
      <p className="ed-field__help">
        {category === null
          ? 'Choose a category, and its properties are listed here.'
          : `${filled.length} of ${primary.length} for tables and filters are filled in. Numbers are written like ${formatNumber(1234.5, navigator.language)}.`}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {properties ? (
        // Keys move between the inputs, as Tab does.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <table onKeyDown={moveByKeys}>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Value</th>
              <th scope="col">Unit</th>
            </tr>
          </thead>
          {groups.map(({ role, title }) => {
            const own = properties.filter((property) => property.role === role);
            return own.length === 0 ? null : (
              <tbody key={title}>
                <tr>
                  <th scope="rowgroup" colSpan={3} className="adm-properties__group">
                    {title}
                  </th>
                </tr>
                {own.map((property) => (
                  <PropertyRow
                    key={property.id}
                    property={property}
                    value={getValue(property.id)}
                    error={getError(property.id)}
                    onChange={(next) => write(withValue(values, next, role === null))}
                    onDelete={
                      role === null ? () => write(values.filter((value) => value.property !== property.id)) : null
                    }
                  />
                ))}
              </tbody>
            );
          })}
        </table>
      ) : (
        <p role="status">Reading the properties …</p>
      )}
      <AddProperty
        chosen={properties?.map(({ id }) => id) ?? []}
        onAdd={(id) => write(withValue(values, blankValue(id), true))}
      />
    </fieldset>
  );
}

type AddProps = { chosen: readonly number[]; onAdd: (id: number) => void };

/** A property that the category does not have. */
function AddProperty({ chosen, onAdd }: AddProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () =>
    focusAfter(
      () => setOpen(false),
      () => button.current,
    );
  return (
    <>
      <div>
        <button
          ref={button}
          type="button"
          className="ed-button ed-button--small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Add another property
        </button>
      </div>
      {isOpen ? (
        <Picker
          kind="property"
          chosen={chosen}
          onClose={close}
          onPick={(id) => {
            onAdd(id);
            close();
          }}
        />
      ) : null}
    </>
  );
}

/** Enter and the arrows go to the value above or below, as in a spreadsheet. */
function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target } = event;
  if (by === undefined || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([data-second])')];
  const row = target.closest('tr');
  const at = inputs.findIndex((input) => input === target || (target.dataset['second'] && input.closest('tr') === row));
  const next = inputs[at + by];
  // Enter would save the draft otherwise.
  event.preventDefault();
  next?.focus();
  next?.select();
}
