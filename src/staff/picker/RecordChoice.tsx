import { type ReactNode, useId, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isPictureKind, isUploadKind } from '#domain/media/upload-kinds.ts';
import { notFound, getKindNames } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { focusAfter } from '../controls/focus-after.ts';
import { IdField } from '../fields/IdField.tsx';
import { Picker } from './Picker.tsx';
import { type PickerItem, useRecords } from './records.ts';
import { TextButton } from './TextButton.tsx';
import { Record, Thumbnail } from './Thumbnail.tsx';
import { UploadZone } from '../upload/UploadZone.tsx';

type Props = {
  kind: KindName;
  value: number | null;
  onChange: (id: number | null) => void;
  required: boolean;
  describedBy?: string | undefined;
  /** Receives the button that opens the list, for focusing the field. */
  buttonRef?: (element: HTMLButtonElement | null) => void;
};

/** One record: its name, its id to type, and a list to choose another from. */
export function RecordChoice({ kind, value, onChange, required, describedBy, buttonRef }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  /** Counts saved texts: the record is read again. */
  const [saves, setSaves] = useState(0);
  const [record] = useRecords(kind, value === null ? [] : [value]);
  const choose = useRef<HTMLButtonElement>(null);
  const pickerId = useId();
  const name = getKindNames(kind).one;

  const close = () =>
    focusAfter(
      () => setOpen(false),
      () => choose.current,
    );
  const field = (
    <>
      <div className="ed-reference__chosen">
        {value === null ? (
          <p className="ed-reference__none">No {name} chosen</p>
        ) : (
          <Chosen kind={kind} record={record} />
        )}
        <IdField kind={kind} label="Id" value={value} onChange={onChange} />
        <button
          ref={(element) => {
            choose.current = element;
            buttonRef?.(element);
          }}
          type="button"
          className="ed-button ed-button--small"
          aria-expanded={isOpen}
          aria-controls={pickerId}
          aria-describedby={describedBy}
          onClick={() => setOpen(!isOpen)}
        >
          {value === null ? `Choose ${name}` : `Change ${name}`}
        </button>
        {value !== null && record && isPictureKind(kind) ? (
          <TextButton picture={{ kind, id: value }} onSaved={() => setSaves(saves + 1)} />
        ) : null}
        {kind === 'form' && value !== null ? <FormLink id={value} /> : null}
        {value === null || required ? null : (
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            onClick={() => {
              onChange(null);
              choose.current?.focus();
            }}
          >
            Clear<span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
      <div id={pickerId}>
        {isOpen ? (
          <Picker
            kind={kind}
            chosen={value === null ? [] : [value]}
            onClose={close}
            onPick={(picked) => {
              onChange(picked);
              close();
            }}
          />
        ) : null}
      </div>
    </>
  );
  if (!isUploadKind(kind)) return field;
  return (
    <UploadZone kind={kind} onUploaded={onChange} onDescribed={() => setSaves(saves + 1)}>
      {field}
    </UploadZone>
  );
}

function FormLink({ id }: { id: number }): ReactNode {
  return (
    <a
      className="ed-button ed-button--small ed-button--quiet"
      href={adminPaths.form(id)}
      target="_blank"
      rel="noopener"
    >
      Edit form
    </a>
  );
}

type ChosenProps = {
  kind: KindName;
  record: PickerItem | null | undefined;
};

/** A chosen record; a deleted one is marked as such. */
export function Chosen({ kind, record }: ChosenProps): ReactNode {
  return (
    <div className="ed-record">
      {record === null ? (
        <>
          <Thumbnail record={null} />
          <span className="ed-record__text">
            <span className="ed-record__title ed-record__title--gone">{notFound(kind)}</span>
            <span className="ed-record__detail">Choose another</span>
          </span>
        </>
      ) : (
        <Record record={record ?? null} title={record?.title ?? '…'} />
      )}
    </div>
  );
}
