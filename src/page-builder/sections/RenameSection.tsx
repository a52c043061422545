import { type ReactNode, useRef, useState } from 'react';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import type { SavedSection } from './match-section.ts';
import { SectionFields, elsewhere } from '#staff/form/SectionFields.tsx';

type Props = { section: SavedSection; onClose: () => void; onDone: (announcement: string) => void };

/** Gives a saved section another name and note. */
export function RenameSection({ section: { id, version, ...section }, onClose, onDone }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState({ name: section.name, note: section.note });
  const { failure, isBusy, send } = useSend();
  const save = () =>
    send(
      () => call('renameSection', { id, version, ...value }),
      () => onDone(`“${value.name.trim()}” saved.`),
    );
  return (
    <FormDialog
      title={`Rename “${section.name}”`}
      size="small"
      form={form}
      action="Save"
      isBusy={isBusy}
      failure={elsewhere(failure)}
      hasInput={() => value.name !== section.name || value.note !== section.note}
      onSubmit={save}
      onClose={onClose}
    >
      <SectionFields value={value} failure={failure} onChange={setValue} />
    </FormDialog>
  );
}
