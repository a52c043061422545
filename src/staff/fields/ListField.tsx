import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { maximumMessage } from '#schema/fields.ts';
import { useErrorAt } from './FieldShell.tsx';
import { focusAfter } from '../controls/focus-after.ts';
import { focusSoon } from '../controls/focus-soon.ts';
import { type FieldOf, type EditorField, newItem } from '#schema/editor-fields.ts';
import { moveControl } from '../controls/move-control.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { ListRow, itemName } from './ListRow.tsx';
import { useDragOrder } from '../controls/use-drag-order.ts';

type Props = {
  field: FieldOf<'list'>;
  path: string;
  /** The fields of one item, which may be lists again. */
  renderFields: (fields: readonly EditorField[], path: string) => ReactNode;
};

/** The item in the dialog, and the list as it was when the dialog opened. */
type Editing = { index: number; isNew: boolean; before: unknown[] };

/**
 * A list of items: each is added and edited in a dialog, deleted, and moved by dragging or with buttons. The dialog edits the
 * item in the form itself, so that the preview follows the input.
 */
export function ListField({ field, path, renderFields }: Props): ReactNode {
  const root = useRef<HTMLFieldSetElement>(null);
  const list = useListItems(field, path, root);
  const { items, editing } = list;
  const error = useErrorAt(path);
  const id = useId();
  const isFull = field.max !== null && items.length >= field.max;

  const rows = useDragOrder(list.move);

  return (
    <fieldset
      ref={root}
      className={error ? 'ed-list ed-field--invalid' : 'ed-list'}
      data-field={path}
      aria-describedby={error ? `${id}-error` : field.help ? `${id}-help` : undefined}
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
      <ol className="ed-list__items" ref={rows}>
        {items.map((item, index) => (
          <ListRow
            key={item.key}
            field={field}
            path={`${path}.${index}`}
            index={index}
            count={items.length}
            onEdit={() => list.edit(index)}
            onMove={(by) => list.step(index, by)}
            onDelete={() => list.drop(index)}
          />
        ))}
      </ol>
      {error ? (
        <p className="ed-field__error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <ListEnd {...{ field, id, isFull }} onAdd={list.add} />
      <p className="ed-unseen" role="status">
        {list.news}
      </p>
      {editing ? (
        <ItemDialog
          title={editing.isNew ? `Add ${field.itemLabel}` : `Edit ${field.itemLabel} ${editing.index + 1}`}
          path={`${path}.${editing.index}`}
          isNew={editing.isNew}
          onDone={list.finish}
          onCancel={list.takeBack}
        >
          {renderFields(field.fields, `${path}.${editing.index}`)}
        </ItemDialog>
      ) : null}
    </fieldset>
  );
}

/** The items of a list with their commands, the item that is open in the dialog, and the focus. */
function useListItems(field: FieldOf<'list'>, path: string, root: RefObject<HTMLFieldSetElement | null>) {
  const { control, getValues, setValue } = useFormContext();
  const { fields: items, append, remove, move } = useFieldArray({ control, name: path, keyName: 'key' });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [news, setNews] = useState('');

  const valuesNow = (): unknown[] => {
    const values: unknown = getValues(path);
    return Array.isArray(values) ? structuredClone(values) : [];
  };
  const controlAt = (index: number, selector: string) =>
    root.current?.querySelector<HTMLElement>(`:scope > ol > [data-item="${index}"] ${selector}`) ?? null;
  const addButton = () => root.current?.querySelector<HTMLElement>(':scope > .ed-list__end [data-add]') ?? null;

  const add = () => {
    const before = valuesNow();
    append(newItem(field.fields, before), { shouldFocus: false });
    setEditing({ index: before.length, isNew: true, before });
  };
  const moveTo = (from: number, to: number) => {
    const values = valuesNow();
    move(from, to);
    setNews(`${itemName(field, from, values[from])} is now at position ${to + 1} of ${items.length}.`);
  };
  const step = (from: number, by: -1 | 1) => {
    const to = from + by;
    focusAfter(
      () => moveTo(from, to),
      () => controlAt(to, moveControl(by, to, items.length)),
    );
  };
  const drop = (index: number) =>
    focusAfter(
      () => {
        setNews(`${itemName(field, index, valuesNow()[index])} is deleted.`);
        remove(index);
      },
      () => (items.length > 1 ? controlAt(Math.min(index, items.length - 2), '[data-edit]') : addButton()),
    );
  const finish = () => {
    if (!editing) return;
    const { index, isNew } = editing;
    setNews(`${itemName(field, index, valuesNow()[index])} is ${isNew ? 'added' : 'changed'}.`);
    setEditing(null);
    focusSoon(() => controlAt(index, '[data-edit]'));
  };
  const takeBack = () => {
    if (!editing) return;
    const { index, isNew, before } = editing;
    if (isNew) remove(index);
    else setValue(path, before, { shouldDirty: true });
    setEditing(null);
    focusSoon(() => (isNew ? addButton() : controlAt(index, '[data-edit]')));
  };
  const edit = (index: number) => setEditing({ index, isNew: false, before: valuesNow() });
  return { items, editing, news, add, edit, move: moveTo, step, drop, finish, takeBack };
}

type EndProps = { field: FieldOf<'list'>; id: string; isFull: boolean; onAdd: () => void };

function ListEnd({ field, id, isFull, onAdd }: EndProps): ReactNode {
  return (
    <div className="ed-list__end">
      <button
        type="button"
        className="ed-button ed-button--small"
        data-add
        disabled={isFull}
        title={isFull && field.max !== null ? maximumMessage(field.max) : undefined}
        onClick={onAdd}
        aria-describedby={isFull ? `${id}-full` : undefined}
      >
        Add {field.itemLabel}
      </button>
      {isFull && field.max !== null ? (
        <span className="ed-list__full" id={`${id}-full`}>
          {maximumMessage(field.max)}
        </span>
      ) : null}
      {field.help ? (
        <span className="ed-list__full" id={`${id}-help`}>
          {field.help}
        </span>
      ) : null}
    </div>
  );
}
