import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { boxOnPage } from './page-box.ts';

type Props = { beside: HTMLElement | null; edge: 'top' | 'bottom' };

/** A line on the page where the new module will be, above or below a module, outside of the page's layout. */
export function InsertionMark({ beside, edge }: Props): ReactNode {
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!beside) return;
    const place = () => {
      const box = boxOnPage(beside);
      const style = mark.current?.style;
      if (!style) return;
      style.top = `${box[edge]}px`;
      style.left = `${box.left}px`;
      style.width = `${box.width}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(beside);
    observer.observe(document.body);
    mark.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    return () => observer.disconnect();
  }, [beside, edge]);
  return (
    <div ref={mark} className="ed-mark" aria-hidden="true">
      <span className="ed-mark__label">New module</span>
    </div>
  );
}
