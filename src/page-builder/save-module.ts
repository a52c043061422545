import type { Values } from '#schema/editor-fields.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { type Call, call } from '#staff/calls/api.ts';
import type { ModuleFocus } from './focus-module.ts';
import { describeCount } from '#staff/messages/count.ts';

/** Stores what a module says in the language of the page: in its draft, or in that of the shared module that it shows. */
export function saveModule(
  { locale }: EditorState,
  { id: moduleId, shared }: Pick<EditorModule, 'id' | 'shared'>,
  payload: Values,
  version: number,
): Promise<Call<{ version: number }>> {
  return shared
    ? call('updateSharedModule', { sharedId: shared.id, locale, payload, version })
    : call('updateModule', { moduleId, locale, payload, version });
}

/** What is said when a module is saved. */
function describeSaved({ name, shared }: Pick<EditorModule, 'name' | 'shared'>): string {
  return shared ? `“${shared.name}” saved, for ${describeCount(shared.pages.length, 'page')}.` : `${name} saved.`;
}

/**
 * What is said once a module is saved, with the last step before. A save that changed nothing on the page is no step: of a shared
 * module, or of what was there already. Undoing would take back what was done before it.
 */
export function savedFocus(
  { steps }: Pick<EditorState, 'steps'>,
  module: Pick<EditorModule, 'name' | 'shared'>,
): Pick<ModuleFocus, 'announcement' | 'since'> {
  return { announcement: describeSaved(module), since: steps.undo?.id ?? null };
}
