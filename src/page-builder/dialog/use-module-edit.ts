import { getDefinition } from '#modules/definitions.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { FormModule } from '#staff/form/form-module.ts';
import { unsavedKey } from '#staff/form/unsaved-values.ts';
import { type VersionedForm, useVersionedForm } from './use-versioned-form.ts';

/** A module's values while they are edited. */
export function useModuleEdit(state: EditorState, module: FormModule): VersionedForm {
  const { schema } = getDefinition(module.type);
  return useVersionedForm({ schema, stored: module, key: unsavedKey(state, module) });
}
