import { type ReactNode, useRef, useState } from 'react';
import { call } from '../calls/api.ts';
import { useSend } from '../calls/use-send.ts';
import { FormDialog } from './FormDialog.tsx';
import { SectionFields, elsewhere } from './SectionFields.tsx';

type Props = { id: number; title: string; onSaved: (message: string) => void; onClose: () => void };

/** Saves all modules of a page's draft as a section, with which new pages start. */
export function SaveTemplate({ id, title, onSaved, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [proposed] = useState(title.slice(0, 120).replace(/\p{Cs}$/u, ''));
  const [value, setValue] = useState({ name: proposed, note: '' });
  const { failure, isBusy, send } = useSend();
  const save = () =>
    send(
      () => call('saveSection', { pageId: id, ...value }),
      () => onSaved(`“${value.name.trim()}” is saved: new pages can start with it.`),
    );
  return (
    <FormDialog
      title={`Save “${title}” as a template`}
      size="small"
      form={form}
      action={isBusy ? 'Saving …' : 'Save template'}
      isBusy={isBusy}
      failure={elsewhere(failure)}
      hasInput={() => value.name !== proposed || value.note !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <p>
        All modules of its draft, in all languages. A page that starts with it has a copy, which is changed by itself.
        You find it among the saved sections as well.
      </p>
      <SectionFields value={value} failure={failure} onChange={setValue} />
    </FormDialog>
  );
}
