import { type ReactNode, useState } from 'react';
import { SaveTemplate } from '#staff/form/SaveTemplate.tsx';

/** Saves a page as a template: the dialog for that while it is asked for, outside of other forms, and what was done. */
export function useTemplate(id: number, title: string): { ask: () => void; announcement: string; dialog: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const close = () => setAsked(false);
  const onSaved = (message: string) => {
    close();
    setAnnouncement(message);
  };
  return {
    ask: () => setAsked(true),
    announcement,
    dialog: isAsked ? <SaveTemplate {...{ id, title, onSaved }} onClose={close} /> : null,
  };
}
