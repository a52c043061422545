import type { ReactNode } from 'react';
import type { KindName } from '#kinds/registry.ts';
import { shownByWords } from './shown-by-words.ts';

/** How a record that no page shows comes to be on one. */
export default function ShownBy({ kind }: { kind: KindName }): ReactNode {
  return <p className="ed-table__quiet">{shownByWords(kind)}</p>;
}
