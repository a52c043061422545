import { type ReactNode, type RefObject, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { isSiteId } from '#domain/sites.ts';
import { isMediaKind } from '#domain/media/media-library.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { mergeVersions } from '#domain/pages/merge-versions.ts';
import { type EditorField, type FieldOf, type RecordWidget, type Values, fillIn } from '#schema/editor-fields.ts';
import { call } from '#staff/calls/api.ts';
import { EditedSite } from '#staff/calls/editor-site.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { Fields, RecordFields } from '#staff/fields/Fields.tsx';
import { firstField } from '#staff/controls/first-field.ts';
import { QuotingTexts } from '#staff/fields/use-text-quote.tsx';
import { endGuards } from '#staff/dialog/leave-guard.ts';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import type { OpenedRecord, RecordId } from '#view-model/records.ts';
import { RecordField } from '../fields/RecordField.tsx';
import { IsNewRecord } from '../fields/SlugField.tsx';
import { WrittenLanguage } from '../fields/written-language.ts';
import { useTitle } from '../forms/use-title.ts';
import { useAsked } from '../shell/use-asked.ts';
import { listPath } from '../shell/navigation.ts';
import { choiceName } from '#admin/messages/column-value.ts';
import { groupSections } from './form-sections.ts';
import type { LoadedKind } from './load-kind.ts';
import { EditDialogs } from './EditDialogs.tsx';
import { RecordHead, type RecordCommand } from './RecordHead.tsx';
import { RecordSide } from './RecordSide.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { listNamingFields, recordTitle } from './record-values.ts';
import { type RecordEdit, getEditBase, useRecordEdit } from './use-record-edit.ts';
import { useRecordSave } from './use-record-save.ts';

const MediumPlace = lazy(() => import('../media/library/MediumPlace.tsx'));

type Props = { definition: LoadedKind; opened: OpenedRecord | null };

const drawField = (field: FieldOf<RecordWidget>, path: string) => <RecordField field={field} path={path} />;

/** A record's form, generated from its kind: saves a draft, publishes it, and never loses what was typed. */
export function RecordForm({ definition, opened: initial }: Props): ReactNode {
  const { kind } = definition;
  const [opened, setOpened] = useState(initial);
  const [command, setCommand] = useState<RecordCommand | null>(useAsked('publish') ? 'publish' : null);
  const element = useRef<HTMLFormElement>(null);
  const edit = useRecordEdit(definition, opened);
  const { form, isDirty } = edit;
  const id = opened?.id ?? null;
  const based = useRef(Promise.resolve());

  const reopen = async (of: RecordId): Promise<OpenedRecord | null> => {
    const answer = await call('openRecord', { kind, id: of });
    if (answer.ok) setOpened(answer.value);
    return answer.ok ? answer.value : null;
  };
  const saving = useRecordSave({
    definition,
    id,
    edit,
    element,
    whenBased: () => based.current,
    onSaved: async (saved) => {
      // A new record has an address from now on.
      if (id === null) history.replaceState(history.state, '', adminPaths.record(kind, saved));
      await reopen(saved);
    },
  });
  /** Shows the record as it is stored now. What is typed while it is read stays. */
  const readAgain = async () => {
    const before = structuredClone(form.getValues());
    const now = id === null ? null : await reopen(id);
    if (now) goOnFromStored(definition, edit, before, now);
  };
  const startAgain = () => {
    based.current = readAgain();
  };
  const run = async (next: RecordCommand) => {
    if (next !== 'publish') return setCommand(next);
    if (!(await saving.isComplete())) return;
    if ((isDirty || id === null) && (await saving.save()) === null) return;
    setCommand(next);
  };
  useSaveKey(element, () => void saving.save());
  useFocusWhereNew(initial, element);

  return (
    <FormProvider {...form}>
      <RecordFields value={drawField}>
        <IsNewRecord value={opened?.live === null || opened === null}>
          <main className="ed-screen__main">
            <Titled definition={definition} opened={opened}>
              {(title) => (
                <>
                  <RecordHead {...{ kind, title, opened, isDirty, saving }} onCommand={(next) => void run(next)} />
                  {command && opened ? (
                    <RecordDialog
                      command={command}
                      record={{ kind, id: opened.id, title }}
                      opened={opened}
                      onClose={() => setCommand(null)}
                      onInvalid={(failure) => {
                        setCommand(null);
                        saving.show(failure);
                      }}
                      onOvertaken={() => {
                        setCommand(null);
                        void saving.mergeLive();
                      }}
                      onChanged={startAgain}
                      onGone={() => leave(edit, kind)}
                    />
                  ) : null}
                </>
              )}
            </Titled>
            {saving.failure ? <Failure failure={saving.failure} /> : null}
            <FormBody {...{ definition, opened, element }} onSubmit={() => void saving.save()} onChanged={startAgain} />
          </main>
        </IsNewRecord>
      </RecordFields>
      <EditDialogs {...{ definition, edit, saving }} />
    </FormProvider>
  );
}

/** What is made new is written at once; a record that there is may only be looked at. */
function useFocusWhereNew(opened: OpenedRecord | null, form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (opened === null) firstField(form.current)?.focus();
  }, [opened, form]);
}

/** Leaves a record that is gone, and with it what was typed. */
function leave(edit: RecordEdit, kind: KindName): void {
  edit.forget();
  endGuards();
  location.assign(listPath(kind));
}

/** Bases a form on a record as it is stored; what was typed since the values before stays. */
function goOnFromStored(definition: LoadedKind, edit: RecordEdit, before: Values, now: OpenedRecord): void {
  const next = getEditBase(definition, now);
  const { merged } = mergeVersions(before, structuredClone(edit.form.getValues()), next.values);
  edit.goOnFrom(next, fillIn(definition.fields, merged));
}

type TitledProps = Props & { children: (title: string) => ReactNode };

/** Follows the record's name as it is typed, in the heading and in the browser's tab. */
function Titled({ definition: { kind, label, fields }, opened, children }: TitledProps): ReactNode {
  const values: Values = useWatch();
  const named = fields.find(({ name }) => name === label);
  const title = choiceName(named, recordTitle(label, values, listNamingFields(fields))) || nameless(kind, opened);
  useTitle(`${title} – ${getKindNames(kind).one}`);
  return children(title);
}

function nameless(kind: KindName, opened: OpenedRecord | null): string {
  const { one } = getKindNames(kind);
  if (opened === null) return `New ${one}`;
  return typeof opened.id === 'string' ? opened.id : `${one.charAt(0).toUpperCase()}${one.slice(1)} ${opened.id}`;
}

/** The language that is written, and the one site of a record, with which pickers begin. */
function InContext({ children }: { children: ReactNode }): ReactNode {
  const [written, write] = useState<Locale>(defaultLocale);
  const language = useMemo(() => ({ written, write }), [written]);
  const [site, sites]: unknown[] = useWatch({ name: ['site', 'sites'] });
  const own: unknown = Array.isArray(sites) && sites.length === 1 ? sites[0] : site;
  return (
    <EditedSite value={isSiteId(own) ? own : null}>
      <WrittenLanguage value={language}>{children}</WrittenLanguage>
    </EditedSite>
  );
}

type BodyProps = Props & {
  element: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  onChanged: () => void;
};

function FormBody({ definition, opened, element, onSubmit, onChanged }: BodyProps): ReactNode {
  const { content, place, settings } = groupSections(definition.fields);
  const { fields: own = {}, Above, Below, isWide } = definition.own;
  const { kind, label } = definition;
  return (
    <InContext>
      <form
        ref={element}
        className={isWide ? 'adm-form adm-form--wide' : 'adm-form'}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <QuotingTexts value={definition.quotesNothing ? 'none' : 'those of languages'}>
          <div className="adm-form__content">
            {Above && opened ? (
              <Above
                record={{
                  kind,
                  id: opened.id,
                  title: recordTitle(
                    label,
                    opened.draft?.data ?? opened.live ?? {},
                    listNamingFields(definition.fields),
                  ),
                }}
                stored={`${opened.version} ${opened.draft?.savedAt}`}
                onChanged={onChanged}
              />
            ) : null}
            {content.length + place.length + settings.length === 0 ? (
              <p className="ed-screen__empty">These values come from a machine. There is nothing to write here.</p>
            ) : null}
            {content.map((field) => {
              const Own = own[field.name] ?? OneField;
              return <Own key={field.name} field={field} path={field.name} fields={definition.fields} />;
            })}
            {Below ? <Below id={opened?.id ?? null} /> : null}
            {settings.length > 0 ? (
              <details className="adm-fold">
                <summary>Settings</summary>
                <div className="adm-form__content">
                  <Fields fields={settings} path="" />
                </div>
              </details>
            ) : null}
          </div>
        </QuotingTexts>
        <RecordSide kind={kind} opened={opened}>
          {isMediaKind(kind) && typeof opened?.id === 'number' ? (
            <Suspense fallback={null}>
              <MediumPlace kind={kind} id={opened.id} />
            </Suspense>
          ) : null}
          {place.length > 0 ? (
            <section className="ed-panel" aria-labelledby="record-place">
              <h2 className="ed-builder__heading" id="record-place">
                Where and when
              </h2>
              <Fields fields={place} path="" />
            </section>
          ) : null}
        </RecordSide>
      </form>
    </InContext>
  );
}

function OneField({ field }: { field: EditorField }): ReactNode {
  return <Fields fields={[field]} path="" />;
}
