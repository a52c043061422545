import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { linkExists, needsTarget, newLinkSchema } from '#domain/addresses/new-link.ts';
import { type CallFailure, call } from '../calls/api.ts';
import { FormDialog } from './FormDialog.tsx';
import { focusFirstError } from '../controls/focus-soon.ts';
import { LabeledField } from '../fields/LabeledField.tsx';
import { RecordChoice } from '../picker/RecordChoice.tsx';
import { settleLookups } from '../fields/use-lookup.ts';

type Props = { onDone: (id: number) => void; onClose: () => void };

type Draft = {
  linkType: string;
  text: string;
  target: string;
  url: string;
  page: number | null;
  document: number | null;
  anchorId: string;
};
const blank: Draft = { linkType: '', text: '', target: '', url: '', page: null, document: null, anchorId: '' };

const types = [
  ['internal', 'Internal: a page of the sites'],
  ['external', 'External: an address elsewhere'],
  ['download', 'Download: a document or a file'],
  ['anchor', 'Anchor: a place on the same page'],
] as const;
const targets = [
  ['auto', 'Automatic'],
  ['_blank', 'In a new tab'],
  ['_self', 'In the same tab'],
] as const;

/** A type of link as a word of a sentence, e.g. `internal`. */
function labelType(linkType: string): string {
  const words = types.find(([type]) => type === linkType)?.[1] ?? linkType;
  return words.replace(/:.*/, '').toLowerCase();
}

const equalLink = z.object({
  existing: z.object({ id: z.number(), text: z.string(), linkType: z.string(), destination: z.string() }),
});
type Existing = z.infer<typeof equalLink>['existing'];

/** The full link form. If an equal link exists, it is shown first; saving again adds the new one anyway. */
export default function AddLink({ onDone, onClose }: Props): ReactNode {
  const [draft, setDraft] = useState(blank);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [existing, setExisting] = useState<Existing | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    const remaining = Object.entries(errors).filter(([name]) => !Object.hasOwn(changes, name));
    // Page and document are alternatives to the address: errors of one may be outdated.
    setErrors(
      Object.fromEntries(
        remaining.filter(([name]) => changes.linkType === undefined && !('page' in changes && name === 'url')),
      ),
    );
    // The warning was about the previous values.
    setExisting(null);
  };
  const showErrors = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) => {
    setErrors(Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message])));
    focusFirstError(form);
  };
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const submit = async () => {
    if (!(await settleLookups())) return;
    const parsed = newLinkSchema.safeParse(latest.current);
    if (!parsed.success) return showErrors(parsed.error.issues);
    setErrors({});
    setFailure(null);
    setBusy(true);
    const answer = await call('addLink', { ...parsed.data, again: existing !== null });
    setBusy(false);
    if (answer.ok) return onDone(answer.value.id);
    const equal = answer.failure.code === 'conflict' ? equalLink.safeParse(answer.failure.detail) : null;
    if (equal?.success) return setExisting(equal.data.existing);
    if (answer.failure.issues.length > 0) return showErrors(answer.failure.issues);
    setFailure(answer.failure);
  };

  return (
    <FormDialog
      title="New link"
      form={form}
      size="small"
      action={isBusy ? 'Saving …' : existing ? 'Add it again' : 'Save link'}
      isBusy={isBusy}
      failure={failure}
      hasInput={() => Object.values(draft).some(Boolean)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LinkFields {...{ draft, errors }} onChange={change} />
      {existing ? <EqualLink existing={existing} onUse={() => onDone(existing.id)} /> : null}
    </FormDialog>
  );
}

/** The warning with the existing link, which can be used in place of a new one. */
function EqualLink({ existing, onUse }: { existing: Existing; onUse: () => void }): ReactNode {
  return (
    <div className="ed-problem" role="alert">
      <p>{linkExists}</p>
      <p>
        <a href={existing.destination} target="_blank" rel="noopener noreferrer">
          {existing.text}
        </a>{' '}
        · {labelType(existing.linkType)} · {existing.destination}
      </p>
      <button type="button" className="ed-button ed-button--small" onClick={onUse}>
        Use the existing link
      </button>{' '}
      <a href={adminPaths.record('link', existing.id)} target="_blank" rel="noopener">
        Edit the existing link
      </a>
    </div>
  );
}

type FieldsProps = {
  draft: Draft;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Draft>) => void;
};

/** The fields of a link of the chosen type. */
function LinkFields(props: FieldsProps): ReactNode {
  const { draft } = props;
  const { linkType } = draft;
  return (
    <>
      <SelectField {...props} name="linkType" label="Link type" options={types} />
      <TextField {...props} name="text" label="Link text" required />
      {linkType === 'internal' ? (
        <>
          <RecordField {...props} name="page" label="Page" />
          {draft.page === null ? (
            <TextField {...props} name="url" label="Or a path of this site" help="For example /products/catalog" />
          ) : (
            <TextField
              {...props}
              name="anchorId"
              label="Anchor ID"
              help="A place on that page, for example #featured-products"
            />
          )}
        </>
      ) : null}
      {linkType === 'download' ? <RecordField {...props} name="document" label="Document" /> : null}
      {linkType === 'download' && draft.document === null ? (
        <TextField {...props} name="url" label="Or the URL of a file" help="A web address, or a path of this site" />
      ) : null}
      {linkType === 'external' || linkType === '' ? (
        <TextField {...props} name="url" label="URL" required help="https://, http://, mailto: or tel:" />
      ) : null}
      {linkType === 'anchor' ? (
        <TextField {...props} name="anchorId" label="Anchor ID" required help="For example #featured-products" />
      ) : null}
      {needsTarget(linkType) ? <SelectField {...props} name="target" label="Target" options={targets} /> : null}
    </>
  );
}

type TextProps = FieldsProps & { name: 'text' | 'url' | 'anchorId'; label: string; required?: boolean; help?: string };

function TextField({ draft, errors, onChange, name, ...shown }: TextProps): ReactNode {
  return (
    <LabeledField error={errors[name]} {...shown}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          className="ed-input"
          autoComplete="off"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </LabeledField>
  );
}

type RecordProps = FieldsProps & { name: 'page' | 'document'; label: string };

function RecordField({ draft, errors, onChange, name, label }: RecordProps): ReactNode {
  return (
    <LabeledField label={label} error={errors[name]} isGroup>
      {({ labelId, id, 'aria-describedby': describedBy }) => (
        <div className="ed-reference" role="group" id={id} aria-labelledby={labelId} aria-describedby={describedBy}>
          <RecordChoice
            kind={name}
            value={draft[name]}
            onChange={(chosen) => onChange({ [name]: chosen })}
            required={false}
            describedBy={describedBy}
          />
        </div>
      )}
    </LabeledField>
  );
}

type SelectProps = FieldsProps & {
  name: 'linkType' | 'target';
  label: string;
  options: readonly (readonly [value: string, label: string])[];
};

function SelectField({ draft, errors, onChange, name, label, options }: SelectProps): ReactNode {
  return (
    <LabeledField label={label} error={errors[name]} required>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={draft[name]}
          data-autofocus={name === 'linkType' ? true : undefined}
          onChange={(event) => onChange({ [name]: event.target.value })}
        >
          <option value="">Choose …</option>
          {options.map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
