import type { ReactNode } from 'react';
import type { Vector } from '#view-model/resolved.ts';
import './vector-tile.css';

/** An icon on its own ground: its colours are unknown, and it must be visible on each of the five grounds. */
export function VectorTile({ vector }: { vector: Vector }): ReactNode {
  return (
    <span className="vector-tile">
      <img src={vector.url} alt={vector.alt} width="48" height="48" loading="lazy" decoding="async" />
    </span>
  );
}
