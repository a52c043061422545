import { useCallback, useEffect, useRef } from 'react';
import type { Values } from '#schema/editor-fields.ts';
import { dropUnsaved, storeUnsaved } from './unsaved-values.ts';

/** The shortest interval between two writes while typing, in milliseconds. */
const interval = 400;

export type UnsavedOptions = {
  key: string;
  /** The opened data, and its version. */
  base: { version: number; values: Values };
  isDirty: boolean;
  /** An older copy waits for a decision, and must not be overwritten. */
  isPaused: boolean;
};

/**
 * Stores unsaved values while there are any, also when the page is being left. Call `touch` whenever they change; `forget`
 * deletes them and ends that for good.
 */
export function useUnsaved({ key, base, isDirty, isPaused, read }: UnsavedOptions & { read: () => Values }): {
  touch: () => void;
  forget: () => void;
} {
  const write = useRef(() => {});
  const isOver = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    write.current = () => {
      if (isPaused || isOver.current) return;
      if (isDirty)
        storeUnsaved(key, {
          storedAt: new Date().toISOString(),
          version: base.version,
          base: base.values,
          values: read(),
        });
      else dropUnsaved(key);
    };
    if (!isDirty) write.current();
  }, [key, read, base, isDirty, isPaused]);

  const flush = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    write.current();
  }, []);
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHide);
      if (timer.current !== null) flush();
    };
  }, [flush]);

  return {
    touch: useCallback(() => {
      timer.current ??= setTimeout(flush, interval);
    }, [flush]),
    forget: useCallback(() => {
      isOver.current = true;
      dropUnsaved(key);
    }, [key]),
  };
}
