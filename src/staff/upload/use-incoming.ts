import { type ChangeEvent, type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
import type { Incoming } from './use-uploads.ts';

/** Files that a person drops, pastes or chooses at a place of the page; the first of them where one is wanted. */
export function useIncoming(isMany: boolean) {
  const [incoming, setIncoming] = useState<Incoming>([]);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | undefined | null): boolean => {
    if (!files || files.length === 0) return false;
    setIncoming(isMany ? [...files] : [...files].slice(0, 1));
    return true;
  };
  useEffect(() => {
    // A file that misses its place would open in the tab, and what is typed would be gone.
    const stay = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', stay);
    document.addEventListener('drop', stay);
    return () => {
      document.removeEventListener('dragover', stay);
      document.removeEventListener('drop', stay);
    };
  }, []);
  return {
    incoming,
    isOver,
    take,
    /** For the element that files are dropped on. */
    place: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (take(event.dataTransfer.files)) event.preventDefault();
      },
      onPaste: (event: ClipboardEvent) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      },
    },
    choose: ({ target }: ChangeEvent<HTMLInputElement>) => {
      take(target.files);
      // The same file can be chosen again.
      target.value = '';
    },
  };
}
