import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { boxOnPage } from './page-box.ts';

type Props = { target: HTMLElement | null; isHidden: boolean; children: ReactNode };

/** Overlays on a module, its outline and what is placed by it: they follow its position and size, outside of the page's layout. */
export function Frame({ target, isHidden, children }: Props): ReactNode {
  const outline = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!target) return;
    const place = () => {
      const box = boxOnPage(target);
      for (const overlay of [outline.current, frame.current]) {
        if (!overlay) continue;
        overlay.style.top = `${box.top}px`;
        overlay.style.left = `${box.left}px`;
        overlay.style.width = `${box.width}px`;
        overlay.style.height = `${box.height}px`;
      }
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(target);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [target]);
  return (
    <>
      <div ref={outline} className="ed-outline" hidden={isHidden} />
      <div ref={frame} className="ed-frame" hidden={isHidden}>
        {children}
      </div>
    </>
  );
}
