/** From here on there is room for the page beside the sidebar; on narrower windows the sidebar is a sheet below it. */
const roomFrom = 768;
const sidebarWidth = 280;

/**
 * Shows the page beside the sidebar. It is drawn smaller as a whole: its lines break where they break for visitors, and
 * nothing of it is covered. Answers with what puts it back; what was at the top of the window stays there.
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
    (element) => element.getBoundingClientRect().bottom > 100,
  );
  const before = seen?.getBoundingClientRect().top ?? 0;
  change();
  if (seen && scrollY > 0) scrollBy({ top: seen.getBoundingClientRect().top - before, behavior: 'instant' });
}
