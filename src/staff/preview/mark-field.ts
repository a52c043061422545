import type { WrittenText } from '#schema/list-texts.ts';
import { textPlaces } from './text-places.ts';
import { addHighlightStyle, highlight } from './highlight.ts';

const name = 'field';

/** Has to be called once for each document. Legible on each ground. */
export function addFieldStyle(inner: Document): void {
  addHighlightStyle(inner, name, 'background-color: rgb(31 194 139 / 38%);');
}

/** Marks the text of a field in a preview. */
export function markField(body: HTMLElement, written: readonly WrittenText[], path: string | null): void {
  highlight(body.ownerDocument, name, findNodes(body, written, path));
}

/** Scrolls the preview to the text of a field. */
export function showField(body: HTMLElement, written: readonly WrittenText[], path: string | null): void {
  const [node] = findNodes(body, written, path);
  node?.parentElement?.scrollIntoView({ block: 'nearest' });
}

function findNodes(body: HTMLElement, written: readonly WrittenText[], path: string | null): Node[] {
  const module = path === null ? null : body.querySelector('[data-module-id]');
  const places = module ? textPlaces(module, written) : [];
  return places.flatMap((place) => (place.path === path ? [place.node] : []));
}
