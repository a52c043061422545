import { type ReactNode, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import { unsavedKeys, unsavedPlaces, subscribeUnsaved } from '#staff/form/unsaved-values.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { labels } from '#staff/messages/labels.ts';
import { describeCount } from '#staff/messages/count.ts';
import { moduleInHash, showModule } from './show-module.ts';

const ChangesDialog = lazy(() => import('./ChangesDialog.tsx'));
const FallbackDialog = lazy(() => import('./FallbackDialog.tsx'));
const UnsavedDialog = lazy(() => import('./UnsavedDialog.tsx'));

/** A list that the status of the draft opens. */
export type DraftList = 'changes' | 'fallbacks' | 'unsaved';

/** Status of the draft in the bar: changes, modules that show English, and unsaved values; each opens a list. */
export function DraftStatus({ state, onOpen }: { state: EditorState; onOpen: (list: DraftList) => void }): ReactNode {
  const { changes, modules } = state;
  const fallbacks = listFallbacks(state);
  const unsaved = useUnsavedPlaces(state);
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
          onClick={() => onOpen('changes')}
        >
          <span>
            {changes.length}
            <span className="ed-bar__long"> unpublished</span> {changes.length === 1 ? 'change' : 'changes'}
          </span>
        </button>
      ) : null}
      {state.locale !== defaultLocale && fallbacks.length > 0 ? (
        <button type="button" className="ed-status__button" aria-haspopup="dialog" onClick={() => onOpen('fallbacks')}>
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
          onClick={() => onOpen('unsaved')}
        >
          <span>
            Unsaved: {unsaved.length}
            <span className="ed-bar__long">{unsaved.length === 1 ? ' module' : ' modules'}</span>
          </span>
        </button>
      ) : null}
    </div>
  );
}

type ListsProps = { state: EditorState; list: DraftList | null; onClose: () => void };

/** The list that is open, and the module that the address names. The status is drawn anew where the bar folds: these stay. */
export function DraftLists({ state, list, onClose }: ListsProps): ReactNode {
  const unsaved = useUnsavedPlaces(state);
  useEffect(() => {
    // After the outline has subscribed to the focus.
    const id = moduleInHash();
    const frame = id === null ? 0 : requestAnimationFrame(() => showModule(id));
    return () => cancelAnimationFrame(frame);
  }, []);

  /** After the dialog has returned the focus. */
  const lead = (id: number) => {
    onClose();
    setTimeout(() => showModule(id), 50);
  };

  return (
    <Suspense>
      {list === 'changes' ? <ChangesDialog state={state} onLead={lead} onClose={onClose} /> : null}
      {list === 'fallbacks' ? (
        <FallbackDialog state={state} modules={listFallbacks(state)} onLead={lead} onClose={onClose} />
      ) : null}
      {list === 'unsaved' && unsaved.length > 0 ? (
        <UnsavedDialog state={state} places={unsaved} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}

function listFallbacks({ modules }: EditorState): EditorState['modules'] {
  return modules.filter(({ fallback }) => fallback);
}

function useUnsavedPlaces(state: EditorState): ReturnType<typeof unsavedPlaces> {
  const keys = useSyncExternalStore(subscribeUnsaved, unsavedKeys);
  // Unsaved values of a deleted module have no form.
  return unsavedPlaces(keys.split('\n'), state).filter(
    ({ moduleId, locale }) =>
      state.paths[locale] !== undefined && (moduleId === null || state.modules.some(({ id }) => id === moduleId)),
  );
}
