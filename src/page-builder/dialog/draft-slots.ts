import { emptyRecord } from '#domain/objects.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';

/**
 * The child modules of a module as the draft behind the dialog shows them, by slot: markup in which islands are as the
 * server rendered them, since they are not hydrated there.
 */
export function readDraftSlots(parentId: number, modules: readonly EditorModule[]): Record<string, string> {
  const slots = emptyRecord<string>();
  for (const { id, parentId: parent, slot } of modules) {
    if (parent !== parentId || slot === null) continue;
    const element = document.querySelector(`main [data-module-id="${id}"]`);
    // The notice of one that has nothing to show is no part of the module.
    if (element && !element.matches('.ed-empty')) slots[slot] = (slots[slot] ?? '') + asleep(element);
  }
  return slots;
}

function asleep(element: Element): string {
  // Parsed in an inert document, or islands would be hydrated in the copy.
  const copy = document.implementation.createHTMLDocument('').createElement('div');
  copy.append(copy.ownerDocument.importNode(element, true));
  for (const island of copy.querySelectorAll('astro-island, astro-slot')) island.replaceWith(...island.childNodes);
  for (const dead of copy.querySelectorAll('script, template, style')) dead.remove();
  return copy.innerHTML;
}
