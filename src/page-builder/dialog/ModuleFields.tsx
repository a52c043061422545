import { type ReactNode, type RefObject, useMemo } from 'react';
import { englishNames } from '#domain/locales.ts';
import { getDefinition } from '#modules/definitions.ts';
import { layoutFields } from '#schema/fields.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { EnglishProvider } from '#staff/fields/english.tsx';
import { PlaceholderProvider } from '#staff/fields/placeholder.tsx';
import { Fields } from '#staff/fields/Fields.tsx';
import type { FormModule } from '#staff/form/form-module.ts';
import { FormFoot } from './FormFoot.tsx';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import type { ModuleSave } from './use-module-save.ts';

type Props = {
  element: RefObject<HTMLFormElement | null>;
  state: EditorState;
  module: FormModule;
  fields: readonly EditorField[];
  isDirty: boolean;
  saving: ModuleSave;
  onCancel: () => void;
};

const layoutNames = new Set(Object.keys(layoutFields));

/** The fields of a module's content, the layout fields of every module, and the buttons below them. */
export function ModuleFields({ element, state, module, fields, isDirty, saving, onCancel }: Props): ReactNode {
  const [content, layout] = useMemo(() => split(fields), [fields]);
  const language = englishNames[state.locale];
  useSaveKey(element, () => void saving.submit());
  return (
    <form
      ref={element}
      className="ed-edit"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.submit();
      }}
    >
      <div className="ed-edit__head">
        <span className="ed-edit__locale">{language}</span>
        {module.fallback ? (
          <p className="ed-edit__note">
            This module has no {language} text of its own yet and shows the English one. Saving gives it its own.
          </p>
        ) : null}
      </div>
      <div className="ed-edit__fields">
        <EnglishProvider values={module.english}>
          <PlaceholderProvider values={getDefinition(module.type).placeholders}>
            <Fields fields={content} path="" />
          </PlaceholderProvider>
        </EnglishProvider>
        <fieldset className="ed-group ed-group--layout">
          <legend className="ed-group__legend">Layout</legend>
          <Fields fields={layout} path="" />
        </fieldset>
      </div>
      <FormFoot {...{ locale: state.locale, isDirty, saving, onCancel }} />
    </form>
  );
}

function split(fields: readonly EditorField[]): [EditorField[], EditorField[]] {
  return [fields.filter(({ name }) => !layoutNames.has(name)), fields.filter(({ name }) => layoutNames.has(name))];
}
