import { type RefObject, useLayoutEffect } from 'react';

/** Tells the style sheet how high the bar is, which may take several lines: what stands above it begins there. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    const root = document.getElementById('editor-root');
    if (!element || !root) return;
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--ed-bar-height', `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
}
