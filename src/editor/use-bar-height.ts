import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the style sheets how high the bar is, which may take several lines: what stands above it begins there, and what gets
 * the focus is scrolled clear of it.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    const root = document.documentElement;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--ed-bar-height', `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--ed-bar-height');
    };
  }, [bar]);
}
