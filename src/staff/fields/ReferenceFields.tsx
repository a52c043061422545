import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type KindName, maximumMessage } from '#schema/fields.ts';
import { FieldShell } from './FieldShell.tsx';
import { focusAfter } from '../controls/focus-after.ts';
import type { FieldOf } from '#schema/editor-fields.ts';
import { IdField } from './IdField.tsx';
import { moveControl } from '../controls/move-control.ts';
import { Picker } from '../picker/Picker.tsx';
import { Chosen, RecordChoice } from '../picker/RecordChoice.tsx';
import { getItemTitle, useRecords } from '../picker/records.ts';
import { UploadZone } from '../upload/UploadZone.tsx';

/** A field that holds one record. */
export function ReferenceField({ field, path }: { field: FieldOf<'reference'>; path: string }): ReactNode {
  const { field: control } = useController({ name: path });
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup>
      {({ labelId, id, ...ids }) => (
        <div
          className="ed-reference"
          role="group"
          aria-labelledby={labelId}
          id={id}
          aria-describedby={ids['aria-describedby']}
        >
          <RecordChoice
            kind={field.kind}
            value={typeof control.value === 'number' ? control.value : null}
            onChange={control.onChange}
            required={field.required}
            describedBy={ids['aria-describedby']}
            buttonRef={control.ref}
          />
        </div>
      )}
    </FieldShell>
  );
}

/** A field that holds several records in an order. */
export function ReferencesField({ field, path }: { field: FieldOf<'references'>; path: string }): ReactNode {
  const { field: control } = useController({ name: path });
  const root = useRef<HTMLDivElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { getValues } = useFormContext();
  const latest = () => toIds(getValues(path));
  const list = useChosenRecords({ field, value: control.value, latest, onChange: control.onChange, root, choose });
  const { values, records, isFull, isOpen, setOpen, nameAt, move, drop, add } = list;
  const pickerId = useId();
  const kind = getKindNames(field.kind).one;
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup>
      {({ labelId, id, ...ids }) => (
        <div
          className="ed-reference"
          role="group"
          aria-labelledby={labelId}
          id={id}
          aria-describedby={ids['aria-describedby']}
          ref={root}
        >
          <Uploadable kind={field.kind} onUploaded={add}>
            {values.length === 0 ? <p className="ed-reference__none">No {kind} chosen</p> : null}
            <ol className="ed-reference__list">
              {values.map((value, index) => (
                <ChosenRow
                  key={value}
                  {...{ field, index }}
                  count={values.length}
                  name={nameAt(index)}
                  record={records[index]}
                  onMove={(by) => move(index, by)}
                  onDelete={() => drop(index)}
                />
              ))}
            </ol>
            <div className="ed-reference__end">
              <button
                ref={(element) => {
                  choose.current = element;
                  control.ref(element);
                }}
                type="button"
                className="ed-button ed-button--small"
                aria-expanded={isOpen}
                aria-controls={pickerId}
                disabled={isFull}
                onClick={() => setOpen(!isOpen)}
              >
                Add {kind}
              </button>
              {isFull && field.max !== null ? (
                <span className="ed-list__full">{maximumMessage(field.max)}</span>
              ) : (
                <IdField
                  kind={field.kind}
                  label="Id to add"
                  value={null}
                  onChange={(found) => {
                    if (found !== null) add(found);
                  }}
                />
              )}
              <span className="visually-hidden" role="status">
                {list.announcement}
              </span>
            </div>
            <div id={pickerId}>
              {isOpen && !isFull ? (
                <Picker kind={field.kind} chosen={values} onClose={list.close} onPick={add} />
              ) : null}
            </div>
          </Uploadable>
        </div>
      )}
    </FieldShell>
  );
}

type UploadableProps = { kind: KindName; onUploaded: (id: number) => void; children: ReactNode };

/** Where records are made of files, those are brought to the field. */
function Uploadable({ kind, onUploaded, children }: UploadableProps): ReactNode {
  /** Counts saved texts: the records are read again. */
  const [saves, setSaves] = useState(0);
  if (!isUploadKind(kind)) return children;
  return (
    <UploadZone kind={kind} isMany onUploaded={onUploaded} onDescribed={() => setSaves(saves + 1)}>
      {children}
    </UploadZone>
  );
}

function toIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
}

type ChosenOptions = {
  field: FieldOf<'references'>;
  value: unknown;
  /** The ids now: uploads end at the same time. */
  latest: () => number[];
  onChange: (values: number[]) => void;
  root: RefObject<HTMLElement | null>;
  choose: RefObject<HTMLElement | null>;
};

/** The records of a field in their order, with their commands, and the focus. */
function useChosenRecords({ field, value, latest, onChange, root, choose }: ChosenOptions) {
  const values = toIds(value);
  const records = useRecords(field.kind, values);
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const isFull = field.max !== null && values.length >= field.max;
  const nameAt = (index: number) => getItemTitle(records[index], getKindNames(field.kind).one);

  const write = (ids: number[], announced: string, selector: string) =>
    focusAfter(
      () => {
        setAnnouncement(announced);
        onChange(ids);
      },
      () => root.current?.querySelector<HTMLElement>(selector) ?? choose.current,
    );
  const close = () =>
    focusAfter(
      () => setOpen(false),
      () => choose.current,
    );
  const add = (id: number) => {
    const before = latest();
    if (before.includes(id) || (field.max !== null && before.length >= field.max)) return;
    onChange([...before, id]);
    // The list is full.
    if (field.max !== null && before.length + 1 >= field.max) close();
  };
  const move = (index: number, by: -1 | 1) => {
    const other = values[index + by];
    const own = values[index];
    if (own === undefined || other === undefined) return;
    const to = index + by;
    write(
      values.with(index, other).with(to, own),
      `${nameAt(index)} is now ${to + 1} of ${values.length}`,
      `[data-record="${to}"] ${moveControl(by, to, values.length)}`,
    );
  };
  const drop = (index: number) => {
    write(
      values.toSpliced(index, 1),
      `${nameAt(index)} was deleted`,
      `[data-record="${Math.min(index, values.length - 2)}"] [data-delete]`,
    );
  };
  return { values, records, isFull, isOpen, setOpen, announcement, nameAt, close, add, move, drop };
}

type RowProps = {
  field: FieldOf<'references'>;
  index: number;
  count: number;
  name: string;
  record: ComponentProps<typeof Chosen>['record'];
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

function ChosenRow({ field, index, count, name, record, onMove, onDelete }: RowProps): ReactNode {
  return (
    <li className="ed-reference__chosen" data-record={index}>
      <Chosen kind={field.kind} record={record} />
      <span className="ed-reference__tools" role="group" aria-label={name}>
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          data-move="up"
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          Move up
        </button>
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          data-move="down"
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          Move down
        </button>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" data-delete onClick={onDelete}>
          Delete
        </button>
      </span>
    </li>
  );
}
