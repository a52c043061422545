import { type ReactNode, useState } from 'react';
import type { MediaKind } from '#domain/media/media-library.ts';
import { ChangeTags } from './ChangeTags.tsx';
import { MoveToFolder } from './MoveToFolder.tsx';

type Props = { kind: MediaKind; ids: readonly number[]; onDone: () => void };

/** What is done with chosen media in the library alone: no page changes. */
export function MediaActs({ kind, ids, onDone }: Props): ReactNode {
  const [open, setOpen] = useState<'folder' | 'tags' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('folder')}>
        Move to folder
      </button>
      <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('tags')}>
        Tags
      </button>
      {open === 'folder' ? <MoveToFolder {...{ kind, ids, onDone }} onClose={close} /> : null}
      {open === 'tags' ? <ChangeTags {...{ kind, ids, onDone }} onClose={close} /> : null}
    </>
  );
}
