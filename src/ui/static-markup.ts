import type { ReactElement } from 'react';

type Renderer = (element: ReactElement) => string;

let render: Renderer | null = null;

/** Set where markup is made. The browser goes without: React's server renderer is larger than the editor. */
export function renderStaticMarkupWith(renderer: Renderer): void {
  render = renderer;
}

/** The markup of an element inside of text that is written as a string. Nothing in the browser, where previews do without it. */
export function staticMarkup(element: ReactElement): string {
  return render?.(element) ?? '';
}
