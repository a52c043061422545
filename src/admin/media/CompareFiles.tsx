import type { ReactNode } from 'react';
import type { StoredFile } from '#view-model/stored-file.ts';
import { FileFacts } from './FileFacts.tsx';

type File = Pick<StoredFile, 'picture' | 'format' | 'bytes' | 'width' | 'height'>;
type Side = { title: string; file: File | null; none?: string };

/** Two files beside each other, such as what a medium shows now and what it would show. */
export function CompareFiles({ sides }: { sides: readonly [Side, Side] }): ReactNode {
  return (
    <div className="adm-compare">
      {sides.map((side) => (
        <Shown key={side.title} {...side} />
      ))}
    </div>
  );
}

function Shown({ title, file, none }: Side): ReactNode {
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
