import { useEffect, useState } from 'react';
import { boxOnPage } from '../page-box.ts';

/** The module that is read: the last one that begins in the upper third of the window; null above the first. */
export function useModuleInView(): number | null {
  const [id, setId] = useState<number | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const begun = [...document.querySelectorAll<HTMLElement>('main [data-module-id]')].filter((element) => {
        const { top, height } = boxOnPage(element);
        return height > 0 && top - scrollY < innerHeight / 3;
      });
      const found = Number(begun.at(-1)?.dataset['moduleId']);
      setId(found > 0 ? found : null);
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, []);
  return id;
}
