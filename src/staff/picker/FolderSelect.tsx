import type { ReactNode } from 'react';
import { folderTree } from '#domain/media/folder-tree.ts';
import type { MediaFolder } from '#domain/media/media-library.ts';
import { LabeledField } from '../fields/LabeledField.tsx';

type Props = {
  label: string;
  folders: readonly MediaFolder[];
  /** What no folder is called. */
  none: string;
  value: number | null;
  error?: string | undefined;
  /** Folders that are not offered. */
  besides?: ReadonlySet<number>;
  onChange: (folder: number | null) => void;
};

/** A folder of the library, or none. Each is named with those above it. */
export function FolderSelect({ label, folders, none, value, error, besides, onChange }: Props): ReactNode {
  return (
    <LabeledField label={label} error={error}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{none}</option>
          {folderTree(folders)
            .filter(({ id }) => besides?.has(id) !== true)
            .map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
        </select>
      )}
    </LabeledField>
  );
}
