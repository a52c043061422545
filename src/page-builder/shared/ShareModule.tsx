import { type ReactNode, useRef, useState } from 'react';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import type { Structure } from '../use-structure.ts';
import { labels } from '#staff/messages/labels.ts';

type Props = { state: EditorState; module: EditorModule; structure: Structure; onClose: () => void };

/** Makes a shared module of a module, under a name. */
export default function ShareModule({ state, module, structure, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const { failure, isBusy, send } = useSend();
  const issue = failure?.issues.find(({ path }) => path[0] === 'name')?.message;

  const share = async () => {
    const { pageId, locale, structureVersion } = state;
    await send(
      () => call('shareModule', { pageId, locale, structureVersion, moduleId: module.id, name }),
      async ({ moduleId }) => {
        onClose();
        const announcement = `“${name.trim()}” is shared now. Other pages get it in “${labels.addModule}”, under “${labels.shared}”.`;
        await structure.change(module.id, () => Promise.resolve({ ok: true, moduleId, announcement }));
      },
    );
  };
  return (
    <FormDialog
      title={labels.shareModule}
      size="small"
      form={form}
      action="Share"
      isBusy={isBusy}
      failure={issue ? null : failure}
      hasInput={() => name !== ''}
      onSubmit={share}
      onClose={onClose}
    >
      <p>
        What this module says becomes one content for many pages, in all languages. It is changed once, and all pages
        that show it change with it.
      </p>
      <LabeledField label="Name" required error={issue} help="Editors find it by this. Visitors never see it.">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="off"
            maxLength={120}
            data-autofocus
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
