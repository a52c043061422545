import { type ReactNode, useEffect, useRef } from 'react';
import { typePictures } from './type-pictures.ts';

/** What elements inherit from the page, and not from the editor. */
const inherited = ['color', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'letterSpacing'] as const;

/** As wide as a page whose parts are below each other. */
const narrow = 768;

/**
 * A type of module, drawn small as the gallery has it. Its markup is in a shadow root, which the styles of the editor do not
 * reach; it is drawn when it comes into view.
 */
export function TypePicture({ type }: { type: string }): ReactNode {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void draw(element, type);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [type]);
  return <span ref={frame} className="ed-type__picture" aria-hidden="true" inert />;
}

async function draw(frame: HTMLElement, type: string): Promise<void> {
  const { styles, drawn } = await typePictures();
  const shown = drawn.get(type);
  if (!shown || !frame.isConnected || frame.firstChild) return;
  const page = document.createElement('span');
  page.className = 'ed-type__page';
  const body = getComputedStyle(document.body);
  for (const name of inherited) page.style[name] = body[name];
  // Styles are chosen by the width of the window: narrower than this they would not fit.
  const width = Math.min(innerWidth, 1080);
  page.style.width = `${width}px`;
  page.style.transform = `scale(${frame.clientWidth / width})`;
  const root = page.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [...styles];
  const copy = document.importNode(shown, true);
  // All begin with the same title: on a narrow page it would be all that is seen.
  if (width < narrow) for (const heading of copy.querySelectorAll('.module-heading:not(:last-child)')) heading.remove();
  root.append(copy);
  frame.append(page);
}
