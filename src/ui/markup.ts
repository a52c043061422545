import { type ComponentType, type ReactElement, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderStaticMarkupWith } from './static-markup.ts';

renderStaticMarkupWith(renderToStaticMarkup);

/**
 * The markup of a view. It is put into the page as it is: Astro's own React renderer renders every root twice and streams
 * it, at half the speed.
 */
export function markup<P extends object>(view: ComponentType<P>, props: P): string {
  return renderToStaticMarkup(createElement(view, props));
}

/**
 * The same text in one piece. React's markup is thousands of pieces that are joined where it is read; what many pages
 * repeat is joined once.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

const cache = new WeakMap<object, Map<string, string>>();

/**
 * The markup of a view of a record that many pages show, such as a product's card: cached by record and variant. The
 * reader returns the same object until the record changes; the variant is everything else that the view shows.
 */
export function markupOnce(record: object, variant: string, make: () => ReactElement): string {
  let variants = cache.get(record);
  if (!variants) cache.set(record, (variants = new Map()));
  let html = variants.get(variant);
  if (html === undefined) variants.set(variant, (html = inOnePiece(renderToStaticMarkup(make()))));
  return html;
}
