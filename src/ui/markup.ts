import { type ComponentType, type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * The markup of a view that does not hydrate. Mounts put it into the page as it is: Astro's own React renderer renders
 * every root twice and streams it, at half the speed.
 */
export function markup<P extends object>(view: ComponentType<P>, props: P): string {
  return renderToStaticMarkup(createElement(view, props));
}

const place = '<template data-island-place="true"></template>';

/** The markup before and after the place that a view leaves for its island. */
export function markupAround<P extends { island?: ReactNode }>(
  view: ComponentType<P>,
  props: P,
): { before: string; after: string } {
  const html = markup(view, { ...props, island: createElement('template', { 'data-island-place': true }) });
  const at = html.indexOf(place);
  // A view without an island, such as a slider of one slide, is all there is.
  return at === -1 ? { before: html, after: '' } : { before: html.slice(0, at), after: html.slice(at + place.length) };
}
