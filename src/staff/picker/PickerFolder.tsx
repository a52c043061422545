import type { ReactNode } from 'react';
import { useCall } from '../calls/use-call.ts';
import { FolderSelect } from './FolderSelect.tsx';

type Props = { folder: number | null; onFolder: (folder: number | null) => void };

/** Narrows a picker of media to a folder of the library, where there are folders. */
export function PickerFolder({ folder, onFolder }: Props): ReactNode {
  const { value } = useCall('listMediaLibrary', {});
  if (!value || value.folders.length === 0) return null;
  return (
    <div className="ed-picker__folder">
      <FolderSelect label="Folder" none="All folders" folders={value.folders} value={folder} onChange={onFolder} />
    </div>
  );
}
