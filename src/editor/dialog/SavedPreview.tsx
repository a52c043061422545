import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** How wide the page is that the picture shows. */
const pageWidth = 1280;

/** The module as the draft shows it now, beside the form. */
export function SavedPreview({ moduleId }: { moduleId: number }): ReactNode {
  const pane = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const source = document.querySelector<HTMLElement>(`main [data-module-id="${moduleId}"]`);
    const frame = pane.current;
    const target = page.current;
    if (!source || !frame || !target) return;
    target.replaceChildren(...copyOf(source));
    const fit = () => {
      const scale = Math.min(1, frame.clientWidth / pageWidth);
      target.style.width = `${pageWidth}px`;
      target.style.transform = `scale(${scale})`;
      frame.style.height = `${target.scrollHeight * scale}px`;
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(frame);
    observer.observe(target);
    return () => observer.disconnect();
  }, [moduleId]);
  return (
    <div className="ed-preview" aria-hidden="true" inert>
      <p className="ed-preview__caption">As saved</p>
      <div className="ed-preview__scroll">
        <div className="ed-preview__pane" ref={pane}>
          <div className="ed-preview__page" lang={document.documentElement.lang} ref={page} />
        </div>
      </div>
    </div>
  );
}

/** A copy that no script, link or look-up takes for the module itself. */
function copyOf(source: HTMLElement): Node[] {
  // Copied into a document that runs nothing: islands in it stay asleep.
  const copy = document.implementation.createHTMLDocument('').createElement('div');
  copy.append(copy.ownerDocument.importNode(source, true));
  for (const island of copy.querySelectorAll('astro-island, astro-slot')) island.replaceWith(...island.childNodes);
  for (const element of copy.querySelectorAll('script, template')) element.remove();
  for (const element of copy.querySelectorAll('*')) {
    for (const name of ['id', 'data-module-id', 'data-module-type', 'style']) element.removeAttribute(name);
    if (element instanceof HTMLImageElement) element.loading = 'eager';
  }
  return [...copy.childNodes].map((node) => document.importNode(node, true));
}
