import { type ReactNode, Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import { unsavedKeys, unsavedPlaces, subscribeUnsaved } from '#staff/form/unsaved-values.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { labels } from '#staff/messages/labels.ts';
import { describeCount } from '#staff/messages/count.ts';
import { moduleInHash, showModule } from './show-module.ts';

const ChangesDialog = lazy(() => import('./ChangesDialog.tsx'));
const FallbackDialog = lazy(() => import('./FallbackDialog.tsx'));
const UnsavedDialog = lazy(() => import('./UnsavedDialog.tsx'));

/** Status of the draft in the bar: changes, modules that show English, and unsaved values; each opens a list. */
export function DraftStatus({ state }: { state: EditorState }): ReactNode {
  const [list, setList] = useState<'changes' | 'fallbacks' | 'unsaved' | null>(null);
  const { changes, modules } = state;
  const fallbacks = modules.filter(({ fallback }) => fallback);
  const keys = useSyncExternalStore(subscribeUnsaved, unsavedKeys);
  // Unsaved values of a deleted module have no form.
  const unsaved = unsavedPlaces(keys.split('\n'), state).filter(
    ({ moduleId, locale }) =>
      state.paths[locale] !== undefined && (moduleId === null || modules.some(({ id }) => id === moduleId)),
  );

  useEffect(() => {
    // After the outline has subscribed to the focus.
    const id = moduleInHash();
    const frame = id === null ? 0 : requestAnimationFrame(() => showModule(id));
    return () => cancelAnimationFrame(frame);
  }, []);

  /** After the dialog has returned the focus. */
  const lead = (id: number) => {
    setList(null);
    setTimeout(() => showModule(id), 50);
  };

  return (
    <div className="ed-status">
      {state.isEditable || state.record ? null : <span className="ed-status__text">{labels.notEditable}</span>}
      {!state.isPublished ? <span className="ed-status__text">Not published</span> : null}
      {state.isPublished && changes.length === 0 && (state.isEditable || state.record) ? (
        <span className="ed-status__text">
          No <span className="ed-bar__long">unpublished </span>changes
        </span>
      ) : null}
      {changes.length > 0 ? (
        <button
          type="button"
          className="ed-status__button ed-status__button--changes"
          aria-haspopup="dialog"
          onClick={() => setList('changes')}
        >
          <span>
            {changes.length}
            <span className="ed-bar__long"> unpublished</span> {changes.length === 1 ? 'change' : 'changes'}
          </span>
        </button>
      ) : null}
      {state.locale !== defaultLocale && fallbacks.length > 0 ? (
        <button type="button" className="ed-status__button" aria-haspopup="dialog" onClick={() => setList('fallbacks')}>
          <span>
            {fallbacks.length}
            <span className="ed-bar__long">
              {` of ${describeCount(modules.length, 'module')} ${fallbacks.length === 1 ? 'shows' : 'show'}`}
            </span>{' '}
            English
          </span>
        </button>
      ) : null}
      {unsaved.length > 0 ? (
        <button
          type="button"
          className="ed-status__button ed-status__button--changes"
          aria-haspopup="dialog"
          onClick={() => setList('unsaved')}
        >
          <span>
            Unsaved: {unsaved.length}
            <span className="ed-bar__long">{unsaved.length === 1 ? ' module' : ' modules'}</span>
          </span>
        </button>
      ) : null}
      <Suspense>
        {list === 'changes' ? <ChangesDialog state={state} onLead={lead} onClose={() => setList(null)} /> : null}
        {list === 'fallbacks' ? (
          <FallbackDialog state={state} modules={fallbacks} onLead={lead} onClose={() => setList(null)} />
        ) : null}
        {list === 'unsaved' && unsaved.length > 0 ? (
          <UnsavedDialog state={state} places={unsaved} onClose={() => setList(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}
