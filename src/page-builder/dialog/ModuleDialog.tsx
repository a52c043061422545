import type { ReactNode } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { focusModuleLater } from '../focus-module.ts';
import type { Values } from '#schema/editor-fields.ts';
import { closeModule } from '../query.ts';
import { saveModule, savedFocus } from '../save-module.ts';
import { describeCount } from '#staff/messages/count.ts';
import { ModuleForm } from './ModuleForm.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';

type Props = { state: EditorState; moduleId: number };

/** Edits a module of a draft in the locale of the page. */
export default function ModuleDialog({ state, moduleId }: Props): ReactNode {
  const module = state.modules.find(({ id }) => id === moduleId);
  if (!module || !state.isEditable) {
    return (
      <Dialog title="Edit module" size="small" onClose={closeModule}>
        <p>This module is not on the page any more. It may have been removed.</p>
        <div className="ed-dialog__actions">
          <button type="button" className="ed-button" onClick={closeModule}>
            Close
          </button>
        </div>
      </Dialog>
    );
  }
  const save = async (payload: Values, version: number) => {
    const answer = await saveModule(state, module, payload, version);
    if (answer.ok) focusModuleLater(moduleId, savedFocus(state, module));
    return answer;
  };
  const { shared } = module;
  return (
    <ModuleForm
      state={state}
      module={module}
      save={save}
      {...(shared
        ? { title: `${module.name}: “${shared.name}”, on ${describeCount(shared.pages.length, 'page')}` }
        : {})}
    />
  );
}
