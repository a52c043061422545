import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { languageHere } from '../calls/editor-site.ts';
import { MoveButtons } from '../controls/MoveButtons.tsx';
import { type FieldOf, itemRecord, itemTitle } from '#schema/editor-fields.ts';
import { useRecords } from '../picker/records.ts';
import { Thumbnail } from '../picker/Thumbnail.tsx';

type Props = {
  field: FieldOf<'list'>;
  path: string;
  index: number;
  count: number;
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

/** The name of an item: its kind and position, and its title if it has one. */
export function itemName(field: FieldOf<'list'>, index: number, item: unknown): string {
  const kind = getItemKind(field, index);
  const title = itemTitle(field.fields, item);
  return title === '' ? kind : `${kind}: ${title}`;
}

function getItemKind({ itemLabel }: FieldOf<'list'>, index: number): string {
  return `${itemLabel.charAt(0).toUpperCase()}${itemLabel.slice(1)} ${index + 1}`;
}

/** One item of a list with its commands. */
export function ListRow({ field, path, index, count, onEdit, onMove, onDelete }: Props): ReactNode {
  const value: unknown = useWatch({ name: path });
  const isInvalid = useIsInvalid(path);
  const record = itemRecord(field.fields, value);
  const [seen] = useRecords(record?.kind ?? 'image', record ? [record.id] : []);
  const title = itemTitle(field.fields, value) || (seen?.title ?? '');
  const kind = getItemKind(field, index);
  const className = isInvalid ? 'ed-item ed-item--invalid ed-field--invalid' : 'ed-item';
  return (
    <li className={className} data-item={index}>
      <div className="ed-item__head" role="group" aria-label={title === '' ? kind : `${kind}: ${title}`}>
        <span className="ed-item__handle" data-handle title="Drag to reorder" aria-hidden="true">
          <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor">
            <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
          </svg>
        </span>
        <Thumbnail record={seen ?? null} />
        <span className="ed-item__name">
          <span className="ed-item__kind">{kind}</span>
          <span className="ed-item__title" lang={languageHere()}>
            {title}
          </span>
          {isInvalid ? <span className="ed-item__wrong">Needs attention</span> : null}
        </span>
        <span className="ed-item__tools">
          <button type="button" className="ed-button ed-button--small" data-edit onClick={onEdit}>
            Edit
          </button>
          <MoveButtons index={index} count={count} onMove={onMove} />
          <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onDelete}>
            Delete
          </button>
        </span>
      </div>
    </li>
  );
}

/** Whether an item has an error at any depth. */
function useIsInvalid(path: string): boolean {
  // Subscribes to the errors below this path.
  const state = useFormState({ name: path });
  return useFormContext().getFieldState(path, state).invalid;
}
