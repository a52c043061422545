import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { RecordState } from '#view-model/records.ts';
import { PaneSwitch } from '#staff/controls/PaneSwitch.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import { BuilderHead } from './BuilderHead.tsx';
import { BuilderProperties } from './BuilderProperties.tsx';
import { changedNames } from './draft-changes.ts';
import { undo } from './edit-history.ts';
import { FieldList } from './FieldList.tsx';
import { FieldsHead } from './FieldsHead.tsx';
import type { OpenedForm, SavedForm, Unsaved } from './form-builder-types.ts';
import { FormConflict } from './FormConflict.tsx';
import { type FormDraft, problemsOfFields } from './form-draft.ts';
import { FormPreview } from './FormPreview.tsx';
import { Palette } from './Palette.tsx';
import { useFieldCommands } from './use-field-commands.ts';
import { type FormEdits, findTravel, useFormEdits } from './use-form-edits.ts';
import { type FormSave, noProblems, useFormSave } from './use-form-save.ts';
import type { UnsavedDraft } from './use-unsaved-draft.ts';
import { usePaletteDrag } from './use-palette-drag.ts';

type Props = {
  opened: OpenedForm;
  site: SiteId;
  /** Called when unsaved changes appear or are gone. */
  onUnsaved: (unsaved: Unsaved | null) => void;
  onSaved: (saved: SavedForm) => void;
  /** What of the form visitors see. */
  state: RecordState;
  /** Further commands, beside saving. */
  renderTools: (builder: { edits: FormEdits; saving: FormSave }) => ReactNode;
};

/**
 * The form builder: elements are dragged from the palette into the form, the chosen field's properties are beside it, and the
 * form is shown as visitors see it.
 */
export function FormBuilder({ opened, site, onUnsaved, onSaved, state, renderTools }: Props): ReactNode {
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const [isPreviewing, setPreviewing] = useState(false);
  const [news, setNews] = useState('');
  const root = useRef<HTMLElement>(null);

  const edits = useFormEdits(opened, onUnsaved);
  const { draft, stored, unsaved } = edits;
  const { fields } = draft;
  const commands = useFieldCommands({ root, fields, change: edits.change, say: setNews });
  const palette = usePaletteDrag(commands.add);
  const field = fields.find(({ id }) => id === commands.selected) ?? null;
  /** The fields that were there when saving was refused: their missing texts are errors from then on. */
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const problems = problemsOfFields(fields, asked);

  const showProblem = (wrong: FormDraft) => {
    const all = new Set(wrong.fields.map(({ id }) => id));
    const found = problemsOfFields(wrong.fields, all);
    const first = wrong.fields.find(({ id }) => found.has(id));
    setAsked(all);
    setPreviewing(false);
    setLocale(defaultLocale);
    commands.setSelected(first?.id ?? null);
    focusSoon(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null);
  };
  const saving = useFormSave({ edits, broken: opened.broken ?? [], onRefused: showProblem, onSaved, say: setNews });
  // The button saves what it was rendered with: the key may have committed a field just now.
  useSaveKey(root, () => setTimeout(() => root.current?.querySelector<HTMLElement>('[data-save]')?.click(), 0));
  const travel = (to: typeof undo) => {
    // The focused element may be gone; shortcuts must still be heard.
    const heard = () => (document.activeElement === document.body ? root.current : null);
    focusAfter(() => edits.travel(to), heard);
    setNews(to === undo ? 'Undone.' : 'Done again.');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = findTravel(event);
    if (to) travel(to);
  };

  return (
    // The shortcuts work wherever in the builder the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={root} className="ed-builder" aria-label="Form builder" tabIndex={-1} onKeyDown={onKeyDown}>
      <BuilderHead
        {...{ edits, saving, locale, news, state }}
        tools={renderTools({ edits, saving })}
        onLocale={setLocale}
        onTravel={travel}
      />
      <PaneSwitch isPreviewing={isPreviewing} onSwitch={setPreviewing} className="ed-builder__panes" />
      <div className={isPreviewing ? 'ed-builder__body ed-builder__body--preview' : 'ed-builder__body'}>
        <Palette list={palette} isLocked={locale !== defaultLocale} onAdd={commands.addBehind} />
        <section className="ed-builder__form" aria-labelledby="ed-builder-fields">
          <FieldsHead
            count={fields.length}
            locale={locale}
            isChosen={field !== null}
            onSettings={() => commands.setSelected(null)}
          />
          <FieldList
            fields={fields}
            problems={problems}
            selected={field?.id ?? null}
            locale={locale}
            onSelect={commands.select}
            onMove={commands.move}
            onStep={commands.step}
          />
        </section>
        <BuilderProperties
          key={`${field?.id} ${locale}`}
          {...{ field, draft, locale, commands }}
          problems={field ? (problems.get(field.id) ?? noProblems) : saving.refused}
          change={edits.change}
        />
        <FormPreview draft={draft} id={stored?.id ?? null} site={site} locale={locale} />
      </div>
      {unsaved.found ? (
        <RestoreDraft found={unsaved.found} onRestore={edits.restore} onDiscard={unsaved.settle} />
      ) : null}
      {saving.overtaken ? (
        <FormConflict overtaken={saving.overtaken} onClose={saving.dismiss} onChoose={saving.settle} />
      ) : null}
    </section>
  );
}

function RestoreDraft({
  found,
  onRestore,
  onDiscard,
}: {
  found: UnsavedDraft;
  onRestore: (found: UnsavedDraft) => void;
  onDiscard: () => void;
}): ReactNode {
  return (
    <RestoreDialog
      found={{
        storedAt: found.storedAt,
        changed: changedNames(found.base, found.draft),
        restore: () => onRestore(found),
        discard: onDiscard,
      }}
      // Nothing is lost by looking at it: undo takes it back.
      onClose={() => onRestore(found)}
    />
  );
}
