import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { elementOf } from './focus-after-refresh.ts';

type Props = { id: number; isHidden: boolean; children: ReactNode };

/** A frame over a module: it follows the module's place and size, and takes no room in the page. */
export function Frame({ id, isHidden, children }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = elementOf(id);
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
  }, [id]);
  return (
    <div ref={frame} className="ed-frame" hidden={isHidden}>
      {children}
    </div>
  );
}
