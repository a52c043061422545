import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { defaultLocale } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { openSidebar } from './query.ts';
import { labels } from '#staff/messages/labels.ts';

/** In place of the modules of a page that has none: what the place is for, and the first thing to do. */
export function EmptyPage({ state }: { state: EditorState }): ReactNode {
  // An element of its own: the content of the page is replaced as a whole when the draft is refreshed.
  const [place] = useState(() => {
    const main = document.querySelector('main');
    if (!main || hasContent(main)) return null;
    const made = document.createElement('div');
    made.lang = 'en';
    return made;
  });
  useEffect(() => {
    if (!place) return undefined;
    document.querySelector('main')?.append(place);
    return () => place.remove();
  }, [place]);
  const english = state.paths[defaultLocale];
  return (
    place &&
    createPortal(
      <section className="ed-empty" aria-labelledby="ed-empty">
        <h2 className="ed-empty__title" id="ed-empty">
          {labels.empty}
        </h2>
        {state.locale === defaultLocale ? (
          <>
            <p>
              A page is made of modules, such as headers, texts and cards. Visitors see nothing before it is published.
            </p>
            <button
              type="button"
              className="ed-empty__add"
              onClick={() => openSidebar({ position: null, where: null })}
            >
              Add the first module
            </button>
          </>
        ) : (
          <>
            <p>{labels.englishOnly}</p>
            {english === undefined ? null : (
              <a className="ed-empty__add" href={`${english}?draft=true`}>
                Go to the English page
              </a>
            )}
          </>
        )}
      </section>,
      place,
    )
  );
}

/** Whether a page without modules shows something by itself, as the catalog does; every page has a title. */
function hasContent(main: HTMLElement): boolean {
  const title = main.querySelector('h1')?.textContent ?? '';
  return main.textContent.trim() !== title.trim() || main.querySelector('img, form, astro-island') !== null;
}
