import { useEffect, useEffectEvent } from 'react';
import { definitionOf } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { textsOf } from '#schema/texts-of.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { openModule } from '../query.ts';
import { pathAt, textPlaces } from './text-places.ts';

/** What a click does something else with. */
const controls = 'a, button, input, select, textarea, label, summary, video, audio, [role="button"], [role="tab"]';

/** A click on a text of the page opens its module's form at that field; on a link or a button with Alt. */
export function useTextClicks(modules: readonly EditorModule[], isBlocked: boolean): void {
  const press = useEffectEvent((event: MouseEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey, button } = event;
    if (isBlocked || event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey) return;
    if (!(target instanceof Element) || (!altKey && target.closest(controls))) return;
    // The end of selecting text is no click on it.
    if (getSelection()?.isCollapsed === false) return;
    const element = target.closest<HTMLElement>('main [data-module-id]');
    const module = modules.find(({ id }) => String(id) === element?.dataset['moduleId']);
    if (!element || !module) return;
    const written = textsOf(editorFields(definitionOf(module.type).schema), module.data);
    const path = pathAt(textPlaces(element, written), target);
    if (path === null) return;
    event.preventDefault();
    openModule(module.id, path);
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => press(event);
    // Before what the page itself does with it.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
}
