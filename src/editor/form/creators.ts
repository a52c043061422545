import type { ComponentType } from 'react';
import type { ReferenceKind } from '#schema/fields.ts';

/** A window that makes a record on the spot, and what its button says. */
export type Creator = {
  label: string;
  Form: ComponentType<{ onDone: (id: number) => void; onClose: () => void }>;
};

const creators = new Map<ReferenceKind, Creator>();

/** Offers in pickers of a kind to make a record. Whoever brings the window says so, and the picker need not know it. */
export function offerCreator(kind: ReferenceKind, creator: Creator): void {
  creators.set(kind, creator);
}

/** What makes a record of a kind; null where that is done elsewhere. */
export function creatorOf(kind: ReferenceKind): Creator | null {
  return creators.get(kind) ?? null;
}
