import type { ReactNode } from 'react';
import type { Vector } from '#view-model/resolved.ts';
import './vector-tile.css';

/** An icon on a ground of its own: what colours it was drawn in is not known, and it is seen on each of the five grounds. */
export function VectorTile({ vector }: { vector: Vector }): ReactNode {
  return (
    <span className="vector-tile">
      <img src={vector.url} alt={vector.alt} width="48" height="48" loading="lazy" decoding="async" />
    </span>
  );
}
