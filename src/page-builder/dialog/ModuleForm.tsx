import { type ReactNode, useCallback, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Values } from '#schema/editor-fields.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { Call } from '#staff/calls/api.ts';
import { focusModuleLater } from '../focus-module.ts';
import { useLeaveQuestion } from '#staff/dialog/use-leave-question.tsx';
import { leadToField, useFieldOfAddress } from '../places/lead-to-field.ts';
import { closeModule, useEditorQuery } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { ConflictDialog } from '#staff/differences/ConflictDialog.tsx';
import type { FormModule } from '#staff/form/form-module.ts';
import { LivePreview } from './LivePreview.tsx';
import { ModuleFields } from './ModuleFields.tsx';
import { PaneSwitch } from '#staff/controls/PaneSwitch.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import { useModuleEdit } from './use-module-edit.ts';
import { useModuleSave } from './use-module-save.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';

type Props = {
  state: EditorState;
  module: FormModule;
  /** The dialog's title; the name of the module type by default. */
  title?: string;
  /** Stores the values against the version that they started from. */
  save: (values: Values, version: number) => Promise<Call<unknown>>;
  /** Called after a save: refreshes the draft. */
  onSaved?: () => Promise<void>;
  onClose?: () => void;
};

/**
 * A module's form, made from its schema, with a live preview beside it. Input is never lost: leaving asks first, a copy is
 * stored in the browser until it is saved, and a conflicting save is merged by the editor.
 */
export function ModuleForm({
  state,
  module,
  title,
  save,
  onSaved = refreshDraft,
  onClose = closeModule,
}: Props): ReactNode {
  const element = useRef<HTMLFormElement>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const edit = useModuleEdit(state, module);
  const { form, fields, found } = edit;
  const { isDirty } = form.formState;
  const saving = useModuleSave({ edit, element, save, onSaved, onInvalid: () => setPreviewing(false) });
  const { overtaken } = saving;

  useFieldOfAddress(useEditorQuery().field);
  const [focused, setFocused] = useState<string | null>(null);

  const isUnsaved = isDirty && !saving.isDone;
  const { ask, question } = useLeaveQuestion(isUnsaved, edit.forget);

  /** The draft behind the dialog is not what is stored any more. */
  const isOutdated = useRef(false);
  const close = useCallback(() => {
    if (module.id !== null) focusModuleLater(module.id);
    if (isOutdated.current) void onSaved();
    else onClose();
  }, [module.id, onSaved, onClose]);
  const askToClose = () => {
    if (saving.isBusy) return;
    if (isDirty) ask(close);
    else close();
  };

  return (
    <Dialog title={title ?? module.name} size="full" isForm={module.id === null} onClose={askToClose}>
      <PaneSwitch isPreviewing={isPreviewing} onSwitch={setPreviewing} />
      <div
        className={isPreviewing ? 'ed-split ed-split--preview' : 'ed-split'}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null)}
      >
        <FormProvider {...form}>
          <ModuleFields {...{ element, state, module, fields, isDirty, saving }} onCancel={askToClose} />
          <LivePreview
            {...{ state, module, fields, focused }}
            onPick={(path) => {
              setPreviewing(false);
              leadToField(path);
            }}
          />
        </FormProvider>
      </div>
      {question}
      {found ? <RestoreDialog found={found} onClose={close} /> : null}
      {overtaken ? (
        <ConflictDialog
          key={overtaken.theirs.version}
          fields={fields}
          base={edit.base.values}
          mine={overtaken.mine}
          theirs={overtaken.theirs}
          onClose={saving.dismiss}
          onTakeTheirs={(theirs) => {
            isOutdated.current = true;
            saving.adopt(theirs, theirs.values);
          }}
          onSave={saving.saveMerged}
        />
      ) : null}
    </Dialog>
  );
}
