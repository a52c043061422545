import { boxOnPage, topInWindow } from './page-box.ts';

/** Windows with room for the page beside the sidebar; on narrower ones the sidebar covers the lower part of the page. */
const withRoom = '(min-width: 48rem)';
/** In rem, as in its styles. */
const sidebarWidth = 17.5;

/**
 * Shows the page beside the sidebar, scaled down as a whole: its lines break as they do for visitors, and nothing is covered.
 * Returns a function that restores it. The scroll position is preserved.
 */
export function showPageBeside(): () => void {
  const root = document.documentElement;
  const fit = () =>
    keepInPlace(() => {
      const width = root.clientWidth;
      const hasRoom = matchMedia(withRoom).matches;
      const beside = sidebarWidth * Number.parseFloat(getComputedStyle(root).fontSize);
      root.classList.toggle('ed-beside', hasRoom);
      root.classList.toggle('ed-above', !hasRoom);
      root.style.setProperty('--ed-scale', String((width - beside) / width));
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
