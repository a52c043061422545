import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Icon } from '../primitives/icons.tsx';
import './scroll-strip.css';

type ScrollStripProps = {
  /** Of the element inside that scrolls. */
  strip: RefObject<HTMLElement | null>;
  words: { back: string; forward: string };
  children: ReactNode;
};

/** How much of the previous view stays visible when a strip is moved, in pixels. */
const overlap = 32;

/** A strip that scrolls horizontally, with buttons at the ends beyond which it continues. */
export function ScrollStrip({ strip, words, children }: ScrollStripProps): ReactNode {
  const [more, setMore] = useState({ back: false, forward: false });

  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const back = scrollLeft > 1;
      const forward = scrollLeft + clientWidth < scrollWidth - 1;
      setMore((before) => (before.back === back && before.forward === forward ? before : { back, forward }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    const current = element.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]');
    if (current && current.offsetLeft + current.offsetWidth > element.clientWidth) {
      element.scrollTo({ left: current.offsetLeft - element.clientWidth / 2, behavior: 'instant' });
    }
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [strip]);

  const move = (direction: -1 | 1) => {
    const element = strip.current;
    if (!element) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.scrollBy({ left: direction * (element.clientWidth - overlap), behavior });
  };

  return (
    <div className="scroll-strip">
      {children}
      {more.back ? (
        <button
          type="button"
          className="scroll-strip__arrow scroll-strip__arrow--back"
          aria-label={words.back}
          onClick={() => move(-1)}
        >
          <Icon name="arrow-left" />
        </button>
      ) : null}
      {more.forward ? (
        <button
          type="button"
          className="scroll-strip__arrow scroll-strip__arrow--forward"
          aria-label={words.forward}
          onClick={() => move(1)}
        >
          <Icon name="arrow-right" />
        </button>
      ) : null}
    </div>
  );
}
