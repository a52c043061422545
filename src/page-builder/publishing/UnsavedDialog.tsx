import type { ReactNode } from 'react';
import { englishNames } from '#domain/locales.ts';
import { getDefinition } from '#modules/definitions.ts';
import { isAddable } from '#modules/addable-types.ts';
import { type UnsavedPlace, dropUnsaved, readUnsaved } from '#staff/form/unsaved-values.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import type { EditorState } from '#server/editor/editor-state.ts';
import { ModuleName } from '#staff/publishing/ModuleName.tsx';

type Props = { state: EditorState; places: readonly UnsavedPlace[]; onClose: () => void };

/** The unsaved values of this page, e.g. after a crash: each links to its form, which restores them. */
export default function UnsavedDialog({ state, places, onClose }: Props): ReactNode {
  return (
    <Dialog title="Unsaved changes" size="small" onClose={onClose}>
      <p className="ed-dialog__note">They were not saved, and are kept in this browser only.</p>
      <ul className="ed-changes" aria-label="Unsaved changes">
        {places.map((place) => {
          const { name, title } = describeSubject(state, place);
          const unsaved = readUnsaved(place.key);
          return (
            <li key={place.key} className="ed-changes__item">
              <span className="ed-changes__name">
                <ModuleName name={name} title={title} />
              </span>
              <p className="ed-changes__what">
                {englishNames[place.locale]}
                {unsaved ? (
                  <>
                    {' · '}
                    <Moment at={unsaved.storedAt} />
                  </>
                ) : null}
              </p>
              <span className="ed-places">
                <a className="ed-place" href={makeFormHref(state, place)} aria-label={`Go on with ${name}`}>
                  Go on
                </a>
                <button
                  type="button"
                  className="ed-place"
                  aria-label={`Discard ${name}`}
                  onClick={() => {
                    dropUnsaved(place.key);
                    if (places.length === 1) onClose();
                  }}
                >
                  Discard
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function describeSubject(state: EditorState, { moduleId, type }: UnsavedPlace): { name: string; title: string } {
  const module = state.modules.find(({ id }) => id === moduleId);
  if (module) return module;
  return { name: `New ${type !== null && isAddable(type) ? getDefinition(type).displayName : 'module'}`, title: '' };
}

/** The address of the form with the unsaved values. */
function makeFormHref({ paths }: EditorState, { moduleId, type, locale }: UnsavedPlace): string {
  const what = moduleId === null ? `module_type=${type}` : `module_id=${moduleId}`;
  return `${paths[locale] ?? ''}?draft=true&show_modal=true&${what}`;
}
