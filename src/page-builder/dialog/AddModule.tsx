import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { modulesIn } from '#domain/pages/structure.ts';
import { getDefinition } from '#modules/definitions.ts';
import { isAddable } from '#modules/addable-types.ts';
import { call } from '#staff/calls/api.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { EnglishPage } from '../EnglishPage.tsx';
import { type Values, editorFields } from '#schema/editor-fields.ts';
import { newValues } from '#schema/placeholders.ts';
import { focusModuleLater } from '../focus-module.ts';
import { atTop, closeModule, closeSidebar, useEditorQuery } from '../query.ts';
import { labels } from '#staff/messages/labels.ts';
import { ModuleForm } from './ModuleForm.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';

type Props = { state: EditorState; type: string };

/** The content of the place after somebody else's change. */
const conflictDetail = z.object({ structureVersion: z.number(), content: z.array(z.number()) });

/** Adds a module of a type: the form that edits one, with the type's defaults, and its examples where texts are to be written. */
export default function AddModule({ state, type }: Props): ReactNode {
  const { position, where } = useEditorQuery();
  const [seen, setSeen] = useState(() => ({
    structureVersion: state.structureVersion,
    content: modulesIn(state.structure, where).map(({ id }) => id),
  }));
  // The place is below a module, at whatever index that has at the time of saving.
  const [below] = useState(() => (position === null || position === atTop ? undefined : seen.content[position]));
  const module = useMemo(() => {
    if (!isAddable(type)) return null;
    const { displayName, schema, defaults, placeholders } = getDefinition(type);
    return {
      id: null,
      type,
      name: displayName,
      data: newValues(editorFields(schema), defaults, placeholders),
      english: null,
      version: 0,
      fallback: false,
    };
  }, [type]);

  if (!module || !state.isEditable || state.locale !== defaultLocale) {
    return (
      <Dialog title={labels.addModule} size="small" onClose={closeModule}>
        <p>
          {!state.isEditable
            ? labels.notEditable
            : module
              ? labels.englishOnly
              : 'There is no such module that can be added.'}
        </p>
        <div className="ed-dialog__actions">
          <button type="button" className="ed-button" data-autofocus onClick={closeModule}>
            Close
          </button>
          {state.isEditable && module ? <EnglishPage state={state} /> : null}
        </div>
      </Dialog>
    );
  }

  const save = async (values: Values) => {
    const index = below === undefined ? -1 : seen.content.indexOf(below);
    const answer = await call('addModule', {
      pageId: state.pageId,
      locale: state.locale,
      structureVersion: seen.structureVersion,
      moduleType: module.type,
      moduleData: values,
      modulePosition: position === atTop ? 0 : index === -1 ? seen.content.length : index + 1,
      content: seen.content,
      ...where,
    });
    if (answer.ok) {
      focusModuleLater(answer.value.moduleId, { announcement: `${module.name} added.` });
      closeSidebar();
    } else {
      const now = conflictDetail.safeParse(answer.failure.detail);
      if (now.success) setSeen(now.data);
    }
    return answer;
  };

  return <ModuleForm title={`Add ${module.name}`} state={state} module={module} save={save} />;
}
