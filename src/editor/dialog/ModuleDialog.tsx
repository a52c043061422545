import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Locale, languageOf } from '#domain/locales.ts';
import { definitionOf } from '#modules/catalog.ts';
import { layoutFields } from '#modules/fields.ts';
import { type Call, call } from '../api.ts';
import type { EditorModule, EditorState } from '../editor-state.ts';
import { focusModuleLater } from '../focus-module.ts';
import { Fields } from '../form/Fields.tsx';
import { type FormField, type Values, changedLabels, fillIn, formFields } from '../form/form-fields.ts';
import { closeModule } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { SavedPreview } from './SavedPreview.tsx';
import { Window } from './Window.tsx';

// The page's policy does not allow code made from strings, which zod would try first.
z.config({ jitless: true });

type Props = { state: EditorState; moduleId: number };

/** Edits a module of a draft: a form made from its schema, and the module as it stands. */
export default function ModuleDialog({ state, moduleId }: Props): ReactNode {
  const module = state.modules.find(({ id }) => id === moduleId);
  if (!module || !state.isEditable) {
    return (
      <Window title="Edit module" size="small" onClose={closeModule}>
        <p>This page has no module {moduleId} that can be edited. It may have been removed.</p>
        <div className="ed-window__actions">
          <button type="button" className="ed-button" onClick={closeModule}>
            Close
          </button>
        </div>
      </Window>
    );
  }
  const save = async (payload: Values, version: number) => {
    const answer = await call('updateModule', { moduleId, locale: state.locale, payload, version });
    if (answer.ok) focusModuleLater(moduleId, { said: `${module.name} saved.` });
    return answer;
  };
  return <ModuleForm title={module.name} state={state} module={module} save={save} />;
}

const conflictDetail = z.object({
  version: z.number(),
  data: z.unknown(),
  savedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  savedAt: z.string().nullable(),
});
type Conflict = z.infer<typeof conflictDetail>;

const layoutNames = new Set(Object.keys(layoutFields));

type FormProps = {
  title: string;
  state: EditorState;
  /** The module, or what a new one begins with. */
  module: Omit<EditorModule, 'id'> & { id: number | null };
  /** Saves the values against the version that the form started from. */
  save: (values: Values, version: number) => Promise<Call<unknown>>;
};

/** The form of a module, existing or new. After saving it the draft is read anew. */
export function ModuleForm({ title, state, module, save: send }: FormProps): ReactNode {
  const { schema } = definitionOf(module.type);
  const fields = useMemo(() => formFields(schema), [schema]);
  const [content, layout] = useMemo(() => split(fields), [fields]);
  const initial = useMemo(() => fillIn(fields, module.data), [fields, module.data]);
  const form = useForm<Values>({
    defaultValues: initial,
    // Module data is always an object; the catalog's common type does not say so.
    resolver: zodResolver(schema as z.ZodType<Values, Values>),
    mode: 'onTouched',
    // Done below, because what is wrong may stand in a closed card.
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const [version, setVersion] = useState(module.version);
  const [problem, setProblem] = useState<{ message: string; signIn: boolean } | null>(null);
  const [conflict, setConflict] = useState<{ theirs: Conflict; mine: Values } | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isBusy = isSubmitting || isDone;

  useEffect(() => {
    if (!isDirty || isDone) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty, isDone]);

  const leave = useCallback(() => {
    if (module.id !== null) focusModuleLater(module.id);
    closeModule();
  }, [module.id]);

  const close = useCallback(() => {
    if (isBusy) return;
    if (isDirty) setLeaving(true);
    else leave();
  }, [isBusy, isDirty, leave]);

  const focusFirstError = () => {
    // Closed cards with errors open first.
    setTimeout(
      () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ed-field--invalid button')?.focus(),
      50,
    );
  };

  const save = async (values: Values, from: number): Promise<void> => {
    setProblem(null);
    const answer = await send(values, from);
    if (answer.ok) {
      setDone(true);
      // The browser's own question about unsaved changes is taken away by an effect first.
      setTimeout(() => void refreshDraft(), 0);
      return;
    }
    const { failure } = answer;
    if (failure.code === 'conflict') {
      const theirs = conflictDetail.safeParse(failure.detail);
      if (theirs.success) return setConflict({ theirs: theirs.data, mine: values });
    }
    const elsewhere: string[] = [];
    for (const { path, message } of failure.issues) {
      const [name] = path;
      if (fields.some((field) => field.name === name)) form.setError(path.join('.'), { type: 'server', message });
      else elsewhere.push(message);
    }
    if (failure.issues.length === 0 || elsewhere.length > 0) {
      setProblem({ message: elsewhere[0] ?? failure.message, signIn: failure.code === 'unauthenticated' });
    }
    focusFirstError();
  };

  return (
    <Window title={title} size="full" onClose={close}>
      <FormProvider {...form}>
        <form
          ref={element}
          className="ed-edit"
          noValidate
          onSubmit={(event) => void form.handleSubmit((values) => save(values, version), focusFirstError)(event)}
        >
          <div className="ed-edit__head">
            <span className="ed-edit__locale">{languageName(state.locale)}</span>
            {module.fallback ? (
              <p className="ed-edit__note">
                This module has no {languageName(state.locale)} text of its own yet and shows the English one. Saving
                gives it its own.
              </p>
            ) : null}
          </div>
          <div className="ed-edit__fields">
            <Fields fields={content} path="" />
            <fieldset className="ed-group ed-group--layout">
              <legend className="ed-group__legend">Layout</legend>
              <Fields fields={layout} path="" />
            </fieldset>
          </div>
          <div className="ed-edit__foot">
            {problem ? (
              <p className="ed-problem" role="alert">
                {problem.message}{' '}
                {problem.signIn ? (
                  <a href="/login" target="_blank" rel="noopener">
                    Sign in in a new window
                  </a>
                ) : null}
              </p>
            ) : null}
            <button type="submit" className="ed-button ed-button--primary" disabled={isBusy} aria-busy={isBusy}>
              {isBusy ? 'Saving …' : 'Save'}
            </button>
            <button type="button" className="ed-button" onClick={close} disabled={isBusy}>
              Cancel
            </button>
            <span className="ed-edit__state" role="status">
              {isDone ? 'Saved. The draft is being refreshed.' : isDirty ? 'Not saved yet' : ''}
            </span>
          </div>
        </form>
      </FormProvider>
      {module.id === null ? (
        <div className="ed-preview">
          <p className="ed-preview__caption">The module stands on the page once it is saved.</p>
        </div>
      ) : (
        <SavedPreview moduleId={module.id} />
      )}
      {isLeaving ? (
        <Window title="Discard your changes?" size="small" role="alertdialog" onClose={() => setLeaving(false)}>
          <p>What you changed in this module has not been saved.</p>
          <div className="ed-window__actions">
            <button
              type="button"
              className="ed-button ed-button--primary"
              data-autofocus
              onClick={() => setLeaving(false)}
            >
              Keep editing
            </button>
            <button type="button" className="ed-button" onClick={leave}>
              Discard changes
            </button>
          </div>
        </Window>
      ) : null}
      {conflict ? (
        <ConflictWindow
          conflict={conflict.theirs}
          changed={changedLabels(fields, initial, fillIn(fields, conflict.theirs.data))}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            form.reset(fillIn(fields, conflict.theirs.data));
            setVersion(conflict.theirs.version);
            setConflict(null);
          }}
          onKeepMine={() => {
            const { theirs, mine } = conflict;
            setVersion(theirs.version);
            setConflict(null);
            // Through the form, so that it is busy meanwhile.
            void form.handleSubmit(() => save(mine, theirs.version))();
          }}
        />
      ) : null}
    </Window>
  );
}

/** What the editor, which speaks English, calls a locale's language. */
function languageName(locale: Locale): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(languageOf[locale]) ?? locale;
}

/** The fields of the module's content, and those of its layout, which every module has. */
function split(fields: readonly FormField[]): [FormField[], FormField[]] {
  return [fields.filter(({ name }) => !layoutNames.has(name)), fields.filter(({ name }) => layoutNames.has(name))];
}

type ConflictProps = {
  conflict: Conflict;
  changed: readonly string[];
  onClose: () => void;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

function ConflictWindow({ conflict, changed, onClose, onTakeTheirs, onKeepMine }: ConflictProps): ReactNode {
  const who = conflict.savedBy?.name ?? 'Somebody';
  const when = conflict.savedAt === null ? null : new Date(conflict.savedAt);
  return (
    <Window title={`${who} has saved this module meanwhile`} size="small" role="alertdialog" onClose={onClose}>
      <p>
        {conflict.savedBy ? `${conflict.savedBy.name} (${conflict.savedBy.email})` : 'Somebody'} saved it
        {when ? (
          <>
            {' on '}
            <time dateTime={when.toISOString()}>
              {when.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}
            </time>
          </>
        ) : null}
        , after you opened it. Nothing has been overwritten.
      </p>
      {changed.length > 0 ? <p>Changed by them: {changed.join(', ')}.</p> : null}
      <div className="ed-window__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" className="ed-button" onClick={onKeepMine}>
          Keep mine
        </button>
      </div>
      <p className="ed-window__note">
        “Take theirs” fills the form with their version; “Keep mine” saves yours over it. Their version stays in the
        history.
      </p>
    </Window>
  );
}
