import { useEffect, useEffectEvent, useRef } from 'react';
import { getDefinition } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { listTexts } from '#schema/list-texts.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { openModule } from '../query.ts';
import { isInText } from '../text-focus.ts';
import { controls, pathAt, textPlaces } from '#staff/preview/text-places.ts';
import type { TypingPlace } from './typing-place.ts';

/** In milliseconds, within which a second click makes two of them one. */
const doubleClick = 300;

/**
 * A click on a text of the page opens its module's form at that field; on a link or a button with Alt. With two clicks it is typed
 * where it is.
 */
export function useTextClicks(
  modules: readonly EditorModule[],
  isBlocked: boolean,
  onType: (place: TypingPlace) => void,
): void {
  const timer = useRef(0);
  const press = useEffectEvent((event: MouseEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey, button, detail } = event;
    if (isBlocked || event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey) return;
    if (!(target instanceof Element) || isInText(target) || (!altKey && target.closest(controls))) return;
    // The end of selecting text is no click on it; two clicks select a word.
    if (detail < 2 && getSelection()?.isCollapsed === false) return;
    const element = target.closest<HTMLElement>('main [data-module-id]');
    const module = modules.find(({ id }) => String(id) === element?.dataset['moduleId']);
    if (!element || !module) return;
    const written = listTexts(editorFields(getDefinition(module.type).schema), module.data);
    const path = pathAt(textPlaces(element, written), target);
    if (path === null) return;
    event.preventDefault();
    clearTimeout(timer.current);
    if (detail > 1) onType({ moduleId: module.id, path, target, version: 0 });
    else timer.current = window.setTimeout(() => openModule(module.id, path), altKey ? 0 : doubleClick);
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => press(event);
    // Before what the page itself does with it.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
}
