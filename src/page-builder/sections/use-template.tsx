import { type ReactNode, useState } from 'react';
import { SaveTemplate } from '#staff/form/SaveTemplate.tsx';

/** Saves a page as a template: the window for that while it is asked for, outside of other forms, and what was done. */
export function useTemplate(id: number, title: string): { ask: () => void; said: string; window: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState('');
  const close = () => setAsked(false);
  const onSaved = (message: string) => {
    close();
    setSaid(message);
  };
  return {
    ask: () => setAsked(true),
    said,
    window: isAsked ? <SaveTemplate {...{ id, title, onSaved }} onClose={close} /> : null,
  };
}
