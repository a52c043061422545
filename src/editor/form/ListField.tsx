import { type ReactNode, useId, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { maximumMessage } from '#modules/fields.ts';
import { type FieldOf, type FormField, itemTitle, newItem } from './form-fields.ts';
import { useErrorAt } from './FieldShell.tsx';

type Props = {
  field: FieldOf<'list'>;
  path: string;
  /** The fields of one item, which may be lists again. */
  renderFields: (fields: readonly FormField[], path: string) => ReactNode;
};

/** A list of items: each is a card that opens in place, and can be moved and deleted (spec section 4, editor list). */
export function ListField({ field, path, renderFields }: Props): ReactNode {
  const { control, getValues, getFieldState } = useFormContext();
  const { fields: items, append, remove, swap } = useFieldArray({ control, name: path, keyName: 'key' });
  const { submitCount } = useFormState();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seenSubmits, setSeenSubmits] = useState(0);
  const [added, setAdded] = useState<number | null>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const error = useErrorAt(path);
  const id = useId();
  const isFull = field.max !== null && items.length >= field.max;

  // What cannot be saved is shown where it is wrong, however deep that is; it stays open while it is put right.
  if (submitCount !== seenSubmits) {
    setSeenSubmits(submitCount);
    const wrong = items.flatMap(({ key }, index) => (getFieldState(`${path}.${index}`).invalid ? [key] : []));
    setOpen(new Set([...open, ...wrong]));
  }
  const addedKey = added === null ? undefined : items[added]?.key;
  if (addedKey !== undefined) {
    setAdded(null);
    setOpen(new Set([...open, addedKey]));
  }

  const toggle = (key: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  };
  /** After the list has changed, the focus goes to where the person goes on. */
  const focusAfter = (selector: string) => {
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const add = () => {
    const others: unknown = getValues(path);
    append(newItem(field.fields, Array.isArray(others) ? others : []), { shouldFocus: false });
    setAdded(items.length);
    focusAfter(`[data-item="${items.length}"] :is(input, textarea, select)`);
  };
  const move = (from: number, to: number) => {
    swap(from, to);
    const isAtEnd = to === 0 || to === items.length - 1;
    const wanted = to < from ? 'up' : 'down';
    const other = to < from ? 'down' : 'up';
    focusAfter(`[data-item="${to}"] [data-move="${isAtEnd ? other : wanted}"]`);
  };
  const drop = (index: number) => {
    remove(index);
    focusAfter(items.length > 1 ? `[data-item="${Math.min(index, items.length - 2)}"] [data-toggle]` : '[data-add]');
  };

  return (
    <fieldset
      ref={root}
      className={error ? 'ed-list ed-field--invalid' : 'ed-list'}
      data-field={path}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="ed-group__legend">
        {field.label}
        {field.required ? (
          <span className="ed-field__required" aria-hidden="true">
            {' '}
            required
          </span>
        ) : null}
        <span className="ed-list__count">
          {items.length}
          {field.max === null ? '' : ` of ${field.max}`}
        </span>
      </legend>
      <ol className="ed-list__items">
        {items.map((item, index) => (
          <Item
            key={item.key}
            field={field}
            path={`${path}.${index}`}
            index={index}
            count={items.length}
            isOpen={open.has(item.key)}
            renderFields={renderFields}
            onToggle={() => toggle(item.key)}
            onMove={(by) => move(index, index + by)}
            onDelete={() => drop(index)}
          />
        ))}
      </ol>
      {error ? (
        <p className="ed-field__error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <div className="ed-list__end">
        <button
          type="button"
          className="ed-button ed-button--small"
          data-add
          disabled={isFull}
          onClick={add}
          aria-describedby={isFull ? `${id}-full` : undefined}
        >
          Add {field.itemLabel}
        </button>
        {isFull && field.max !== null ? (
          <span className="ed-list__full" id={`${id}-full`}>
            {maximumMessage(field.max)}
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}

type ItemProps = Props & {
  index: number;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

function Item({ field, path, renderFields, index, count, isOpen, onToggle, onMove, onDelete }: ItemProps): ReactNode {
  const value: unknown = useWatch({ name: path });
  const { errors } = useFormState({ name: path });
  const { getFieldState } = useFormContext();
  const isInvalid = Object.keys(errors).length > 0 && getFieldState(path).invalid;
  const kind = `${field.itemLabel.charAt(0).toUpperCase()}${field.itemLabel.slice(1)} ${index + 1}`;
  const title = itemTitle(field.fields, value);
  const bodyId = useId();
  return (
    <li className={isInvalid ? 'ed-item ed-item--invalid' : 'ed-item'} data-item={index}>
      <div className="ed-item__head" role="group" aria-label={title === '' ? kind : `${kind}: ${title}`}>
        <button
          type="button"
          className="ed-item__toggle"
          data-toggle
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <span className="ed-item__chevron" aria-hidden="true" />
          <span className="ed-item__kind">{kind}</span>
          <span className="ed-item__title">{title}</span>
          {isInvalid && !isOpen ? <span className="ed-item__wrong">needs attention</span> : null}
        </button>
        <button
          type="button"
          className="ed-icon-button"
          data-move="up"
          aria-label="Move up"
          title="Move up"
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <Arrow direction="up" />
        </button>
        <button
          type="button"
          className="ed-icon-button"
          data-move="down"
          aria-label="Move down"
          title="Move down"
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <Arrow direction="down" />
        </button>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onDelete}>
          Delete
        </button>
      </div>
      <div className="ed-item__body" id={bodyId} hidden={!isOpen}>
        {isOpen || isInvalid ? renderFields(field.fields, path) : null}
      </div>
    </li>
  );
}

function Arrow({ direction }: { direction: 'up' | 'down' }): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={direction === 'up' ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} />
    </svg>
  );
}
