import { useState } from 'react';
import { type Sending, useSending } from '../use-sending.ts';
import type { PageForm } from './page-form.ts';

type PageFormState = Omit<Sending, 'clear'> & {
  form: PageForm;
  hasInput: () => boolean;
  change: (form: PageForm) => void;
};

/** The state of a form with a page's titles and addresses. What differs from `untouched` somebody has typed. */
export function usePageForm(first: PageForm, untouched = first): PageFormState {
  const [initial] = useState(untouched);
  const [form, setForm] = useState(first);
  const { clear, ...sending } = useSending();
  return {
    ...sending,
    form,
    hasInput: () => JSON.stringify(form) !== JSON.stringify(initial),
    change: (next) => {
      setForm(next);
      clear();
    },
  };
}
