import { boxOnPage, topInWindow } from './page-box.ts';

/** The minimum width for the page beside the sidebar; on narrower windows the sidebar covers the lower part of the page. */
const roomFrom = 768;
const sidebarWidth = 280;

/**
 * Shows the page beside the sidebar, scaled down as a whole: its lines break as they do for visitors, and nothing is covered.
 * Returns a function that restores it. The scroll position is preserved.
 */
export function showPageBeside(): () => void {
  const root = document.documentElement;
  const fit = () =>
    keepInPlace(() => {
      const width = root.clientWidth;
      const hasRoom = width >= roomFrom;
      root.classList.toggle('ed-beside', hasRoom);
      root.classList.toggle('ed-above', !hasRoom);
      root.style.setProperty('--ed-scale', String((width - sidebarWidth) / width));
    });
  fit();
  addEventListener('resize', fit);
  return () => {
    removeEventListener('resize', fit);
    keepInPlace(() => {
      root.classList.remove('ed-beside', 'ed-above');
      root.style.removeProperty('--ed-scale');
    });
  };
}

function keepInPlace(change: () => void): void {
  const seen = [...document.querySelectorAll('main [data-module-id]')].find(
    (element) => boxOnPage(element).bottom - scrollY > 100,
  );
  const before = seen ? topInWindow(seen) : 0;
  change();
  if (seen && scrollY > 0) scrollBy({ top: topInWindow(seen) - before, behavior: 'instant' });
}
