import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Values } from '../form/form-fields.ts';
import { dropKept, keep } from './kept-values.ts';

/** At most this often while somebody types. */
const interval = 400;

type Options = {
  key: string;
  form: UseFormReturn<Values>;
  /** What the form was opened with. */
  base: { version: number; values: Values };
  isDirty: boolean;
  /** An older copy waits for a decision: nothing is written over it. */
  isPaused: boolean;
};

/**
 * Keeps unsaved values while there are any, also in the moment in which the page goes away. Answers with what ends that for
 * good and forgets them: they have been saved, or are not wanted.
 */
export function useKeptValues({ key, form, base, isDirty, isPaused }: Options): () => void {
  const write = useRef(() => {});
  const isOver = useRef(false);
  useEffect(() => {
    write.current = () => {
      if (isPaused || isOver.current) return;
      if (isDirty)
        keep(key, {
          keptAt: new Date().toISOString(),
          version: base.version,
          base: base.values,
          values: form.getValues(),
        });
      else dropKept(key);
    };
    if (!isDirty) write.current();
  }, [key, form, base, isDirty, isPaused]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      write.current();
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        timer ??= setTimeout(flush, interval);
      },
    });
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      stop();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHide);
      if (timer !== null) flush();
    };
  }, [form]);

  return () => {
    isOver.current = true;
    dropKept(key);
  };
}
