import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets a custom property to the height of the bar, which may take several lines: elements above it are placed by it, and
 * focused elements are scrolled clear of it.
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
