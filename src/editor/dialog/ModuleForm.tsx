import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { englishNameOf } from '#domain/locales.ts';
import { definitionOf } from '#modules/catalog.ts';
import { layoutFields } from '#schema/fields.ts';
import type { Call, CallFailure } from '../api.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { EnglishProvider } from '../form/english.tsx';
import { Fields } from '../form/Fields.tsx';
import { type FormField, type Values, changedLabels, fillIn, formFields } from '#schema/form-fields.ts';
import { focusFirstError } from '../form/focus-soon.ts';
import { settleLookups } from '../form/use-lookup.ts';
import { guardLeaving } from '../leave-guard.ts';
import { closeModule } from '../query.ts';
import { focusModuleLater } from '../focus-module.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { ConflictWindow, conflictDetail, type Overtaken } from './ConflictWindow.tsx';
import type { FormModule } from './form-module.ts';
import { keptKey, readKept } from './kept-values.ts';
import { LeaveWindow } from './LeaveWindow.tsx';
import { LivePreview } from './LivePreview.tsx';
import { isSame } from './merge-versions.ts';
import { RestoreWindow } from './RestoreWindow.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { useKeptValues } from './use-kept-values.ts';
import { Window } from './Window.tsx';

// The page's policy does not allow code made from strings, which zod would try first.
z.config({ jitless: true });

type Props = {
  state: EditorState;
  module: FormModule;
  /** Of the window; what editors call the type, unless it says something else. */
  title?: string;
  /** Stores the values against the version that they started from. */
  save: (values: Values, version: number) => Promise<Call<unknown>>;
  /** What follows a save: the draft, read anew. */
  onSaved?: () => Promise<void>;
  onClose?: () => void;
};

type Problem = { message: string; isSignedOut: boolean };

const layoutNames = new Set(Object.keys(layoutFields));

/**
 * A module's form, made from its schema, and the module as it would look beside it. What is typed is never lost: leaving
 * asks, a copy is kept in the browser until it is saved, and a save that was overtaken is merged by the editor.
 */
export function ModuleForm({
  state,
  module,
  title,
  save,
  onSaved = refreshDraft,
  onClose = closeModule,
}: Props): ReactNode {
  const { schema } = definitionOf(module.type);
  const fields = useMemo(() => formFields(schema), [schema]);
  const [content, layout] = useMemo(() => split(fields), [fields]);
  // What the form was opened with stays what it is when the draft behind the dialog is read anew.
  const [opened] = useState(() => ({ version: module.version, values: fillIn(fields, module.data) }));
  const [base, setBase] = useState(opened);
  const form = useForm<Values>({
    defaultValues: opened.values,
    // Module data is always an object; the catalog's common type does not say so.
    resolver: zodResolver(schema as z.ZodType<Values, Values>),
    mode: 'onTouched',
    // Done below, because what is wrong may stand in a closed card.
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [overtaken, setOvertaken] = useState<{ theirs: Overtaken; mine: Values } | null>(null);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isDone, setDone] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isBusy = isSubmitting || isDone;
  const isSending = useRef(false);

  const key = keptKey(state, module);
  const [found, setFound] = useState(() => {
    const kept = readKept(key);
    return kept && !isSame(fillIn(fields, kept.values), opened.values) ? kept : null;
  });
  // A window on top of this one opens after it, or this one would take it for a part of the page behind.
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const forget = useKeptValues({ key, form, base, isDirty, isPaused: found !== null });

  const isUnsaved = isDirty && !isDone;
  useEffect(() => (isUnsaved ? guardLeaving((go) => setLeave(() => go)) : undefined), [isUnsaved]);

  const close = useCallback(() => {
    if (module.id !== null) focusModuleLater(module.id);
    onClose();
  }, [module.id, onClose]);
  const askToClose = () => {
    if (isBusy) return;
    if (isDirty) setLeave(() => close);
    else close();
  };

  const showFirstError = () => focusFirstError(element);

  const store = async (values: Values, from: number): Promise<void> => {
    setProblem(null);
    const answer = await save(values, from);
    if (!answer.ok) return explain(answer.failure, values);
    forget();
    setDone(true);
    await onSaved();
  };

  const explain = (failure: CallFailure, values: Values) => {
    if (failure.code === 'conflict') {
      const theirs = conflictDetail.safeParse(failure.detail);
      if (theirs.success) return setOvertaken({ theirs: theirs.data, mine: fillIn(fields, values) });
    }
    const elsewhere: string[] = [];
    for (const { path, message } of failure.issues) {
      const [name] = path;
      if (fields.some((field) => field.name === name)) form.setError(path.join('.'), { type: 'server', message });
      else elsewhere.push(message);
    }
    if (failure.issues.length === 0 || elsewhere.length > 0) {
      setProblem({ message: elsewhere[0] ?? failure.message, isSignedOut: failure.code === 'unauthenticated' });
    }
    showFirstError();
  };

  const submit = async () => {
    if (isBusy || isSending.current) return;
    isSending.current = true;
    await check().finally(() => {
      isSending.current = false;
    });
  };

  const check = async () => {
    // An id that was just typed counts as well; one that no record has is looked at first.
    if (!(await settleLookups())) return showFirstError();
    await form.handleSubmit(
      (values) => store(values, base.version),
      () => {
        setPreviewing(false);
        showFirstError();
      },
    )();
  };

  /** Their version becomes the one that is edited, with these values standing in the form. */
  const goOnFrom = (theirs: { version: number; values: Values }, values: Values) => {
    setOvertaken(null);
    setBase(theirs);
    form.reset(theirs.values);
    form.reset(values, { keepDefaultValues: true });
  };

  return (
    <Window title={title ?? module.name} size="full" onClose={askToClose}>
      <div className="ed-panes" role="group" aria-label="Show">
        <button
          type="button"
          className="ed-button ed-button--small"
          aria-pressed={!isPreviewing}
          onClick={() => setPreviewing(false)}
        >
          Form
        </button>
        <button
          type="button"
          className="ed-button ed-button--small"
          aria-pressed={isPreviewing}
          onClick={() => setPreviewing(true)}
        >
          Preview
        </button>
      </div>
      <div className={isPreviewing ? 'ed-split ed-split--preview' : 'ed-split'}>
        <FormProvider {...form}>
          <form
            ref={element}
            className="ed-edit"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <div className="ed-edit__head">
              <span className="ed-edit__locale">{englishNameOf[state.locale]}</span>
              {module.fallback ? (
                <p className="ed-edit__note">
                  This module has no {englishNameOf[state.locale]} text of its own yet and shows the English one. Saving
                  gives it its own.
                </p>
              ) : null}
            </div>
            <div className="ed-edit__fields">
              <EnglishProvider values={module.english}>
                <Fields fields={content} path="" />
              </EnglishProvider>
              <fieldset className="ed-group ed-group--layout">
                <legend className="ed-group__legend">Layout</legend>
                <Fields fields={layout} path="" />
              </fieldset>
            </div>
            <div className="ed-edit__foot">
              {problem ? (
                <div className="ed-problem" role="alert">
                  <p>{problem.message}</p>
                  {problem.isSignedOut ? <SignInAgain locale={state.locale} /> : null}
                </div>
              ) : null}
              {/* While it works it keeps the focus, which would otherwise fall out of the window. */}
              <button
                type="submit"
                className="ed-button ed-button--primary"
                aria-disabled={isBusy ? true : undefined}
                aria-busy={isBusy}
              >
                {isBusy ? 'Saving …' : 'Save'}
              </button>
              <button type="button" className="ed-button" onClick={askToClose} disabled={isBusy}>
                Cancel
              </button>
              <span className="ed-edit__state" role="status">
                {isDone ? 'Saved. The draft is being refreshed.' : isDirty ? 'Not saved yet' : ''}
              </span>
            </div>
          </form>
          <LivePreview state={state} module={module} fields={fields} />
        </FormProvider>
      </div>
      {leave ? (
        <LeaveWindow
          onStay={() => setLeave(null)}
          onLeave={() => {
            forget();
            leave();
          }}
        />
      ) : null}
      {found && hasOpened ? (
        <RestoreWindow
          keptAt={found.keptAt}
          changed={changedLabels(fields, opened.values, fillIn(fields, found.values))}
          onRestore={() => {
            const values = fillIn(fields, found.base);
            setBase({ version: found.version, values });
            form.reset(values);
            form.reset(fillIn(fields, found.values), { keepDefaultValues: true });
            setFound(null);
          }}
          onDiscard={() => setFound(null)}
          onClose={close}
        />
      ) : null}
      {overtaken ? (
        <ConflictWindow
          key={overtaken.theirs.version}
          fields={fields}
          base={base.values}
          mine={overtaken.mine}
          theirs={overtaken.theirs}
          onClose={() => setOvertaken(null)}
          onTakeTheirs={(theirs) => goOnFrom(theirs, theirs.values)}
          onSave={(theirs, values) => {
            goOnFrom(theirs, values);
            // Through the form, so that it is checked, and busy meanwhile.
            void form.handleSubmit((checked) => store(checked, theirs.version), showFirstError)();
          }}
        />
      ) : null}
    </Window>
  );
}

/** The fields of the module's content, and those of its layout, which every module has. */
function split(fields: readonly FormField[]): [FormField[], FormField[]] {
  return [fields.filter(({ name }) => !layoutNames.has(name)), fields.filter(({ name }) => layoutNames.has(name))];
}
