import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A line on the page where the new module will stand, below a module. It takes no room. */
export function InsertionMark({ below }: { below: HTMLElement | null }): ReactNode {
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!below) return;
    const place = () => {
      const box = below.getBoundingClientRect();
      const style = mark.current?.style;
      if (!style) return;
      style.top = `${box.bottom + scrollY}px`;
      style.left = `${box.left + scrollX}px`;
      style.width = `${box.width}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(below);
    observer.observe(document.body);
    mark.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    return () => observer.disconnect();
  }, [below]);
  return (
    <div ref={mark} className="ed-mark" aria-hidden="true">
      <span className="ed-mark__label">New module</span>
    </div>
  );
}
