import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type { FormFieldType } from '#domain/forms/form-fields.ts';
import {
  addOption,
  changeField,
  changeOptionValue,
  changeTexts,
  duplicateField,
  insertField,
  makeField,
  moveField,
  removeField,
} from '#domain/forms/form-structure.ts';
import { type Locale, defaultLocale, englishNameOf } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { BrokenField } from '#domain/forms/stored-fields.ts';
import { type CallFailure, call } from '#editor/api.ts';
import { isSame } from '#editor/dialog/merge-versions.ts';
import { RestoreWindow } from '#editor/dialog/RestoreWindow.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { focusSoon } from '#editor/form/focus-soon.ts';
import { FormField } from '#editor/form/FormField.tsx';
import { BrokenFields } from './BrokenFields.tsx';
import { changedNames } from './draft-changes.ts';
import { beginHistory, record, redo, undo } from './edit-history.ts';
import { FieldList } from './FieldList.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { titleOf } from './field-names.ts';
import { FormConflict, formConflict } from './FormConflict.tsx';
import { type FormDraft, type Problems, draftLocales, problemsOf, problemsOfFields, readDraft } from './form-draft.ts';
import { FormPreview } from './FormPreview.tsx';
import { FormSettings } from './FormSettings.tsx';
import { Palette } from './Palette.tsx';
import { type KeptDraft, useKeptDraft } from './use-kept-draft.ts';
import { usePaletteDrag } from './use-palette-drag.ts';

/** What a builder starts from: a stored form and its version, or a new one. */
export type OpenedForm = {
  stored: { id: number; version: number } | null;
  draft: FormDraft;
  /** Stored fields that cannot be read, which the draft is without. */
  broken?: readonly BrokenField[];
};

/** Something that has not been saved: kept in this browser until it is, or is forgotten. */
export type Unsaved = { forget: () => void };

type Props = {
  opened: OpenedForm;
  site: SiteId;
  /** Told whenever there begins or ends to be something that has not been saved. */
  onUnsaved: (unsaved: Unsaved | null) => void;
  onSaved: (saved: { id: number; version: number; title: string }) => void;
  /** What else can be done with the form, beside saving it. */
  tools?: ReactNode;
};

const noProblems: Problems = new Map();

/**
 * The form builder (spec section 4): elements are dragged from the palette into the form, the chosen field's properties are
 * beside it, and the form is shown as visitors see it.
 */
export function FormBuilder({ opened, site, onUnsaved, onSaved, tools }: Props): ReactNode {
  const [stored, setStored] = useState(opened.stored);
  const [saved, setSaved] = useState(opened.draft);
  const [history, setHistory] = useState(() => beginHistory(opened.draft));
  const [selected, setSelected] = useState<string | null>(null);
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const [isPreviewing, setPreviewing] = useState(false);
  const [news, setNews] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** What saving complained of, besides the fields, which are checked all the time. */
  const [refused, setRefused] = useState<Problems>(noProblems);
  const [broken, setBroken] = useState(opened.broken ?? []);
  const [overtaken, setOvertaken] = useState<z.output<typeof formConflict> | null>(null);
  const root = useRef<HTMLElement>(null);
  const localeId = useId();

  const draft = history.present;
  const { fields } = draft;
  const problems = problemsOfFields(fields);
  const field = fields.find(({ id }) => id === selected) ?? null;
  const isLocked = locale !== defaultLocale;
  const isDirty = !isSame(draft, saved);

  const kept = useKeptDraft({ stored, saved, draft, isDirty });
  const { forget } = kept;
  useEffect(() => onUnsaved(isDirty ? { forget } : null), [isDirty, forget, onUnsaved]);
  /** Goes on from what was kept: a save is checked against the version that it was made from. */
  const restore = (found: KeptDraft | null) => {
    if (!found) return;
    const { version, base, draft: mine } = found;
    if (stored) setStored({ id: stored.id, version });
    setSaved(base);
    change(mine);
    kept.settle();
  };

  const change = (next: Partial<FormDraft>, subject: string | null = null) =>
    setHistory((before) => record(before, { ...before.present, ...next }, subject));
  const focusRow = (id: string | undefined, control = '[data-select]') =>
    focusSoon(() => root.current?.querySelector<HTMLElement>(`[data-field-id="${id}"] ${control}`) ?? null);
  const focusPalette = () => focusSoon(() => root.current?.querySelector<HTMLElement>('.ed-palette__item') ?? null);

  /** Where the properties stand below the fields, they come into sight. */
  const select = (id: string) => {
    setSelected(id);
    focusSoon(() => {
      const back = root.current?.querySelector<HTMLElement>('.ed-builder__back') ?? null;
      if (!back?.checkVisibility()) return null;
      back.scrollIntoView();
      return back;
    });
  };
  const add = (type: FormFieldType, index: number) => {
    const made = makeField(type, fields, Math.random);
    change({ fields: insertField(fields, made, index) });
    setSelected(made.id);
    setNews(`${titleOf(made)} is added at position ${index + 1} of ${fields.length + 1}.`);
    focusRow(made.id);
  };
  const palette = usePaletteDrag(add);
  const addBehind = (type: FormFieldType) => {
    const index = fields.findIndex(({ id }) => id === selected);
    add(type, index === -1 ? fields.length : index + 1);
  };
  const move = (from: number, to: number) => {
    const moved = fields[from];
    if (!moved) return;
    change({ fields: moveField(fields, from, to) });
    setNews(`${titleOf(moved)} is now at position ${to + 1} of ${fields.length}.`);
  };
  const step = (from: number, by: -1 | 1) => {
    const to = from + by;
    move(from, to);
    const isAtEnd = by === -1 ? to === 0 : to === fields.length - 1;
    focusRow(fields[from]?.id, `[data-move="${(by === -1) === isAtEnd ? 'down' : 'up'}"]`);
  };
  const duplicate = (id: string) => {
    const index = fields.findIndex((one) => one.id === id);
    const next = duplicateField(fields, id, Math.random);
    const copy = next[index + 1];
    if (!copy) return;
    change({ fields: next });
    setSelected(copy.id);
    setNews(`${titleOf(copy)} is duplicated.`);
    focusRow(copy.id);
  };
  const remove = (id: string) => {
    const index = fields.findIndex((one) => one.id === id);
    const next = removeField(fields, id);
    change({ fields: next });
    const neighbour = next[Math.min(index, next.length - 1)];
    setSelected(neighbour?.id ?? null);
    setNews('The field is removed. Undo brings it back.');
    if (neighbour) focusRow(neighbour.id);
    else focusPalette();
  };
  const travel = (to: typeof undo) => {
    setHistory((before) => to(before));
    setNews(to === undo ? 'Undone.' : 'Done again.');
    // What had the focus may be gone; the next shortcut is heard all the same.
    focusSoon(() => (document.activeElement === document.body ? root.current : null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    travel(key === 'y' || event.shiftKey ? redo : undo);
  };

  const showFirstProblem = (wrong: FormDraft) => {
    const first = wrong.fields.find(({ id }) => problemsOfFields(wrong.fields).has(id));
    setPreviewing(false);
    setLocale(defaultLocale);
    setSelected(first?.id ?? null);
    focusSoon(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null);
  };
  const save = async (wanted: FormDraft, from: typeof stored) => {
    setFailure(null);
    setNews('');
    const read = readDraft(wanted);
    setRefused(read.success ? noProblems : problemsOf(read.error.issues));
    if (!read.success) return showFirstProblem(wanted);
    setBusy(true);
    const answer = from
      ? await call('updateForm', { id: from.id, version: from.version, data: read.data })
      : await call('createForm', read.data);
    setBusy(false);
    if (answer.ok) {
      const now = { id: from?.id ?? 0, ...answer.value };
      kept.drop();
      setStored(now);
      setSaved(wanted);
      setBroken([]);
      setNews('Saved.');
      return onSaved({ ...now, title: read.data.title });
    }
    const theirs = formConflict.safeParse(answer.failure.detail);
    if (answer.failure.code === 'conflict' && theirs.success) return setOvertaken(theirs.data);
    if (answer.failure.issues.length === 0) return setFailure(answer.failure);
    setRefused(problemsOf(answer.failure.issues.map(({ path, message }) => ({ path: withoutData(path), message }))));
    showFirstProblem(wanted);
  };

  return (
    // The shortcuts work wherever in the builder the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={root} className="ed-builder" aria-label="Form builder" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="ed-builder__head">
        <div className="ed-builder__name">
          <FormField label="Form name" error={refused.get('title')} required>
            {({ labelId: _, ...ids }) => (
              <input
                {...ids}
                className="ed-input"
                autoComplete="off"
                maxLength={250}
                value={draft.title}
                onChange={(event) => change({ title: event.target.value }, 'title')}
              />
            )}
          </FormField>
        </div>
        <div className="ed-field">
          <label className="ed-field__label" htmlFor={localeId}>
            Language
          </label>
          <select
            id={localeId}
            className="ed-input"
            value={locale}
            onChange={(event) => setLocale(draftLocales.find((one) => one === event.target.value) ?? defaultLocale)}
          >
            {draftLocales.map((one) => (
              <option key={one} value={one}>
                {englishNameOf[one]}
              </option>
            ))}
          </select>
        </div>
        <p className="ed-builder__state">
          <span role="status">{news}</span>
          {isDirty && !isBusy ? <span>Not saved yet</span> : null}
        </p>
        <div className="ed-builder__actions">
          <button
            type="button"
            className="ed-button"
            disabled={history.past.length === 0}
            aria-keyshortcuts="Control+Z"
            onClick={() => travel(undo)}
          >
            Undo
          </button>
          <button
            type="button"
            className="ed-button"
            disabled={history.future.length === 0}
            aria-keyshortcuts="Control+Shift+Z"
            onClick={() => travel(redo)}
          >
            Redo
          </button>
          {tools}
          <button
            type="button"
            className="ed-button ed-button--primary"
            disabled={isBusy || fields.length === 0}
            aria-busy={isBusy}
            onClick={() => void save(draft, stored)}
          >
            {isBusy ? 'Saving …' : 'Save'}
          </button>
        </div>
        {failure ? <Failure failure={failure} /> : null}
        {broken.length > 0 ? <BrokenFields fields={broken} /> : null}
      </div>
      <div className="ed-panes ed-builder__panes" role="group" aria-label="Show">
        {[false, true].map((isPreview) => (
          <button
            key={String(isPreview)}
            type="button"
            className="ed-button ed-button--small"
            aria-pressed={isPreviewing === isPreview}
            onClick={() => setPreviewing(isPreview)}
          >
            {isPreview ? 'Preview' : 'Form'}
          </button>
        ))}
      </div>
      <div className={isPreviewing ? 'ed-builder__body ed-builder__body--preview' : 'ed-builder__body'}>
        <Palette list={palette} isLocked={isLocked} onAdd={addBehind} />
        <section className="ed-builder__form" aria-labelledby="ed-builder-fields">
          <div className="ed-builder__form-head">
            <h2 className="ed-builder__heading" id="ed-builder-fields">
              Fields <span className="ed-list__count">{fields.length}</span>
            </h2>
            <button
              type="button"
              className="ed-button ed-button--small ed-button--quiet"
              aria-pressed={field === null}
              onClick={() => setSelected(null)}
            >
              Form settings
            </button>
          </div>
          {isLocked ? (
            <p className="ed-builder__hint">
              The fields are the same in every language. Choose one to write its {englishNameOf[locale]} words; switch
              to English to add, move or remove fields.
            </p>
          ) : null}
          <FieldList
            fields={fields}
            problems={problems}
            selected={field?.id ?? null}
            locale={locale}
            onSelect={select}
            onMove={move}
            onStep={step}
          />
        </section>
        <section className="ed-builder__properties" aria-label="Properties" key={`${field?.id} ${locale}`}>
          {field ? (
            <button
              type="button"
              className="ed-button ed-button--small ed-builder__back"
              onClick={() => focusRow(field.id)}
            >
              Back to the fields
            </button>
          ) : null}
          {field ? (
            <FieldProperties
              field={field}
              fields={fields}
              locale={locale}
              problems={problems.get(field.id) ?? noProblems}
              onChange={(next, subject) =>
                change({ fields: changeField(fields, field.id, next) }, subject && `${field.id} ${subject}`)
              }
              onTexts={(texts, subject) =>
                change({ fields: changeTexts(fields, field.id, locale, texts) }, `${field.id} ${locale} ${subject}`)
              }
              onOptionValue={(index, value) => change({ fields: changeOptionValue(fields, field.id, index, value) })}
              onAddOption={() => change({ fields: addOption(fields, field.id) })}
              onDuplicate={() => duplicate(field.id)}
              onRemove={() => remove(field.id)}
            />
          ) : (
            <FormSettings draft={draft} locale={locale} problems={refused} onChange={change} />
          )}
        </section>
        <FormPreview draft={draft} id={stored?.id ?? null} site={site} locale={locale} />
      </div>
      {kept.found ? (
        <RestoreWindow
          keptAt={kept.found.keptAt}
          changed={changedNames(kept.found.base, kept.found.draft)}
          onRestore={() => restore(kept.found)}
          onDiscard={kept.settle}
          // Nothing is lost by looking at it: undo takes it back.
          onClose={() => restore(kept.found)}
        />
      ) : null}
      {overtaken ? (
        <FormConflict
          base={saved}
          mine={draft}
          theirs={overtaken}
          onClose={() => setOvertaken(null)}
          onChoose={(chosen, isSaved) => {
            const { id, version } = overtaken.form;
            setOvertaken(null);
            setStored({ id, version });
            change(chosen);
            if (isSaved) void save(chosen, { id, version });
            else setSaved(chosen);
          }}
        />
      ) : null}
    </section>
  );
}

/** A path as the builder has it: what is sent to change a form stands under `data`. */
function withoutData(path: readonly (string | number)[]): readonly (string | number)[] {
  return path[0] === 'data' ? path.slice(1) : path;
}
