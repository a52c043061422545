import type { ComponentType } from 'react';
import type { KindName } from '#schema/fields.ts';

/** A dialog that creates a record, and the label of its button. */
export type Creator = {
  label: string;
  Form: ComponentType<{ onDone: (id: number) => void; onClose: () => void }>;
};

const creators = new Map<KindName, Creator>();

/** Registers a creator in the pickers of a kind, so that the picker need not import its dialog. */
export function offerCreator(kind: KindName, creator: Creator): void {
  creators.set(kind, creator);
}

/** The creator of a kind; null when there is none. */
export function findCreator(kind: KindName): Creator | null {
  return creators.get(kind) ?? null;
}
