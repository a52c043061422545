import type { ReactNode } from 'react';
import { type KindName, isRowKind } from '#kinds/registry.ts';
import { choosingModules, describeShownBy } from '#admin/messages/shown-by.ts';

type Props = { kind: KindName; isNew: boolean };

/** How a record that no page shows comes to be on one; nothing for what only the server reads, such as redirects. */
export default function ShownBy({ kind, isNew }: Props): ReactNode {
  const isOnPages = isRowKind(kind) || choosingModules(kind).length > 0;
  if (!isOnPages || (isNew && isRowKind(kind))) return null;
  return (
    <section className="ed-panel" aria-labelledby="record-pages">
      <h2 className="ed-builder__heading" id="record-pages">
        Shown on
      </h2>
      <p className="ed-table__quiet">{describeShownBy(kind)}</p>
    </section>
  );
}
