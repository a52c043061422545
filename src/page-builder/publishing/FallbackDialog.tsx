import type { ReactNode } from 'react';
import { englishNames } from '#domain/locales.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { openModule } from '../query.ts';
import { ModuleName } from '#staff/publishing/ModuleName.tsx';

type Props = {
  state: EditorState;
  /** The modules without data of their own in this locale. */
  modules: readonly EditorModule[];
  onLead: (moduleId: number) => void;
  onClose: () => void;
};

/** The modules that show English in this locale, each with a link to its position and to its dialog. */
export default function FallbackDialog({ state, modules, onLead, onClose }: Props): ReactNode {
  const language = englishNames[state.locale];
  return (
    <Dialog title="Modules that show English" size="small" onClose={onClose}>
      <p className="ed-dialog__note">
        They have no {language} text yet. Saving one in {language} gives it its own and changes no other language.
      </p>
      <ul className="ed-changes" aria-label="Modules">
        {modules.map((module) => (
          <li key={module.id} className="ed-changes__item">
            <button type="button" className="ed-changes__lead" onClick={() => onLead(module.id)}>
              <ModuleName name={module.name} title={module.title} />
            </button>
            {state.isEditable ? (
              <button
                type="button"
                className="ed-button ed-button--small"
                aria-label={`Translate ${module.name}`}
                onClick={() => {
                  onClose();
                  openModule(module.id);
                }}
              >
                Translate
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
