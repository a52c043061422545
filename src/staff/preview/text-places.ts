import type { WrittenText } from '#schema/list-texts.ts';
import { matchTexts, textKey } from './match-texts.ts';

/** An element or a text that shows the text of a field. */
type TextPlace = { path: string; node: Node };

/**
 * Where the texts of a module are shown within its element: found by what they say, so that no view has to mark them. Modules
 * inside of it are left out.
 */
export function textPlaces(module: Element, written: readonly WrittenText[]): TextPlace[] {
  const others = new Set<Node>(module.querySelectorAll('[data-module-id]'));
  const walker = module.ownerDocument.createTreeWalker(module, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    others.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const shown: { node: Node; key: string }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const key = textKey(node.textContent ?? '');
    if (key === '') continue;
    // Of nodes around one another that say the same, the innermost counts.
    const outer = shown.at(-1);
    if (outer?.key === key && outer.node.contains(node)) outer.node = node;
    else shown.push({ node, key });
  }
  const paths = matchTexts(
    written,
    shown.map(({ key }) => key),
  );
  return shown.flatMap(({ node }, index) => {
    const path = paths[index];
    return path ? [{ path, node }] : [];
  });
}

/** What a click does something else with. */
export const controls =
  'a, button, input, select, textarea, label, summary, video, audio, [role="button"], [role="tab"]';

/** The field whose text is at a place of the page, or in the control that this is a part of; null where there is none. */
export function pathAt(places: readonly TextPlace[], target: Node): string | null {
  const at =
    places.find(({ node }) => node.contains(target) || node.parentNode === target) ??
    // The edge of a button, and the whole of a card that is a link.
    places.find(({ node }) => node.parentElement?.closest(controls)?.contains(target));
  return at?.path ?? null;
}
