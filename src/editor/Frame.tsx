import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = { target: HTMLElement | null; isHidden: boolean; children: ReactNode };

/** An overlay on a module: it follows the module's position and size, outside of the page's layout. */
export function Frame({ target, isHidden, children }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!target) return;
    const place = () => {
      const box = target.getBoundingClientRect();
      const style = frame.current?.style;
      if (!style) return;
      style.top = `${box.top + scrollY}px`;
      style.left = `${box.left + scrollX}px`;
      style.width = `${box.width}px`;
      style.height = `${box.height}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(target);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [target]);
  return (
    <div ref={frame} className="ed-frame" hidden={isHidden}>
      {children}
    </div>
  );
}
