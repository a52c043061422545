import { type ReactNode, useEffect, useState } from 'react';
import { type Removal, describeRemoval } from '#domain/media/drawing-removals.ts';
import { readDrawing } from './read-address.ts';

type Props = {
  file: Blob;
  /** The address of the drawing as it is stored; without one it is shown elsewhere. */
  stored?: string | null;
  removals: readonly Removal[];
};

/** What was taken out of a drawing, with the drawing before and after. */
export function DrawingChanges({ file, stored, removals }: Props): ReactNode {
  const [brought, setBrought] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readDrawing(file).then((address) => isWanted && setBrought(address));
    return () => {
      isWanted = false;
    };
  }, [file]);
  return (
    <div className="ed-drawing">
      <p>Taken out of the drawing:</p>
      <ul className="ed-drawing__list">
        {removals.map((removal) => (
          <li key={removal.kind}>{describeRemoval(removal)}</li>
        ))}
      </ul>
      <div className="ed-drawing__sides">
        <Side title="Before" picture={brought} />
        {stored === undefined ? null : <Side title="After" picture={stored} />}
      </div>
    </div>
  );
}

function Side({ title, picture }: { title: string; picture: string | null }): ReactNode {
  return (
    <figure className="ed-drawing__side">
      <figcaption>{title}</figcaption>
      <div className="ed-drawing__picture">{picture === null ? null : <img src={picture} alt={title} />}</div>
    </figure>
  );
}
