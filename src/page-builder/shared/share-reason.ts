import { isShareable } from '#modules/definitions.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';

/** Why a module cannot be shared; null where it can. */
export function shareReason({ type, name }: Pick<EditorModule, 'type' | 'name'>): string | null {
  return isShareable(type) ? null : `${name} cannot be shared: it holds other modules, or belongs to its page.`;
}
