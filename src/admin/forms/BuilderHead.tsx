import { type ReactNode, useId } from 'react';
import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { BrokenFields } from './BrokenFields.tsx';
import { redo, undo } from './edit-history.ts';
import { draftLocales } from './form-draft.ts';
import type { RecordState } from '#view-model/records.ts';
import { StateMark } from '../records/StateMark.tsx';
import type { FormEdits } from './use-form-edits.ts';
import type { FormSave } from './use-form-save.ts';

type Props = {
  edits: FormEdits;
  saving: FormSave;
  locale: Locale;
  news: string;
  state: RecordState;
  /** Further commands, beside saving. */
  tools: ReactNode;
  onLocale: (locale: Locale) => void;
  onTravel: (to: typeof undo) => void;
};

/** The form's name, the language that is edited, and the commands of the form. */
export function BuilderHead(props: Props): ReactNode {
  const { edits, saving, news } = props;
  return (
    <div className="ed-builder__head">
      <div className="ed-builder__name">
        <LabeledField label="Form name" error={saving.refused.get('title')} required>
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              className="ed-input"
              autoComplete="off"
              maxLength={250}
              value={edits.draft.title}
              onChange={(event) => edits.change({ title: event.target.value }, 'title')}
            />
          )}
        </LabeledField>
      </div>
      <LocaleChoice {...props} />
      <p className="ed-builder__state">
        <StateMark state={props.state} />
        <span role="status">{news}</span>
        {edits.isDirty && !saving.isBusy ? <span>Not saved yet</span> : null}
      </p>
      <BuilderActions {...props} />
      {saving.failure ? <Failure failure={saving.failure} /> : null}
      {saving.broken.length > 0 ? <BrokenFields fields={saving.broken} /> : null}
    </div>
  );
}

function LocaleChoice({ locale, onLocale }: Pick<Props, 'locale' | 'onLocale'>): ReactNode {
  const id = useId();
  return (
    <div className="ed-field">
      <label className="ed-field__label" htmlFor={id}>
        Language
      </label>
      <select
        id={id}
        className="ed-input"
        value={locale}
        onChange={(event) => onLocale(draftLocales.find((one) => one === event.target.value) ?? defaultLocale)}
      >
        {draftLocales.map((one) => (
          <option key={one} value={one}>
            {englishNames[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function BuilderActions({ edits, saving, tools, onTravel }: Props): ReactNode {
  const { isBusy, save } = saving;
  const mayNotSave = isBusy || edits.draft.fields.length === 0;
  return (
    <div className="ed-builder__actions">
      <button
        type="button"
        className="ed-button"
        aria-disabled={edits.canUndo ? undefined : true}
        aria-keyshortcuts="Control+Z"
        onClick={() => {
          if (edits.canUndo) onTravel(undo);
        }}
      >
        Undo
      </button>
      <button
        type="button"
        className="ed-button"
        aria-disabled={edits.canRedo ? undefined : true}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={() => {
          if (edits.canRedo) onTravel(redo);
        }}
      >
        Redo
      </button>
      <button
        type="button"
        className="ed-button"
        data-save
        aria-keyshortcuts="Control+S Meta+S"
        aria-disabled={mayNotSave ? true : undefined}
        aria-busy={isBusy}
        onClick={() => {
          if (!mayNotSave) void save(edits.draft, edits.stored);
        }}
      >
        {isBusy ? 'Saving …' : 'Save draft'}
      </button>
      {tools}
    </div>
  );
}
