import type { ReactNode } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';

/** A link to the English page, for locales in which modules cannot be added, moved or removed. */
export function EnglishPage({ state }: { state: EditorState }): ReactNode {
  const path = state.paths[defaultLocale];
  if (path === undefined || state.locale === defaultLocale) return null;
  return (
    <a className="ed-button ed-english-page" href={`${path}${location.search}`}>
      Go to the English page
    </a>
  );
}
