import type { ReactNode } from 'react';
import { FileFacts } from './FileFacts.tsx';
import type { StoredFile } from './medium.ts';
import type { BroughtFile } from './use-replacing.ts';

type Side = Pick<StoredFile, 'picture' | 'format' | 'bytes' | 'width' | 'height'>;

type Props = { now: StoredFile | null; next: StoredFile | BroughtFile | null; isEarlier: boolean };

/** What a medium shows now, beside what it would show. */
export function CompareFiles({ now, next, isEarlier }: Props): ReactNode {
  return (
    <div className="adm-compare">
      <Shown title="Now" file={now} none="No file yet" />
      <Shown title={isEarlier ? 'Earlier' : 'New'} file={next} none="Choose a file" />
    </div>
  );
}

function Shown({ title, file, none }: { title: string; file: Side | null; none: string }): ReactNode {
  return (
    <figure className="adm-compare__side">
      <figcaption className="ed-builder__heading">{title}</figcaption>
      <div className="adm-medium__picture">
        {file === null ? (
          <span>{none}</span>
        ) : file.picture ? (
          <img src={file.picture} alt={title} />
        ) : (
          <span>{file.format}</span>
        )}
      </div>
      {file ? <FileFacts file={file} /> : null}
    </figure>
  );
}
