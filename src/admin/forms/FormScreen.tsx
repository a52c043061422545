import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { SiteId } from '#domain/sites.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { firstField } from '#staff/controls/first-field.ts';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { DeleteForm } from './DeleteForm.tsx';
import { toFormDraft, emptyDraft } from './form-draft.ts';
import { FormBuilder } from './FormBuilder.tsx';
import type { OpenedForm, Unsaved } from './form-builder-types.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { useTitle } from './use-title.ts';

/** A form in the builder, at an address of its own. */
export default function FormScreen({ id, site }: { id: number | null; site: SiteId }): ReactNode {
  return id === null ? (
    <Builder opened={{ stored: null, draft: emptyDraft }} site={site} />
  ) : (
    <Stored id={id} site={site} />
  );
}

function Stored({ id, site }: { id: number; site: SiteId }): ReactNode {
  const { value, failure, reload } = useCall('findForm', { id });
  if (value) return <Builder opened={{ stored: value, draft: toFormDraft(value), broken: value.broken }} site={site} />;
  return (
    <main className="ed-screen__main">
      <h1 className="ed-screen__title">Form</h1>
      {failure ? (
        <>
          <Failure failure={failure} {...(failure.code === 'not-found' ? {} : { onRetry: reload })} />
          <p>
            <a href={adminPaths.forms}>All forms</a>
          </p>
        </>
      ) : (
        <p className="ed-screen__waiting">Opening …</p>
      )}
    </main>
  );
}

function Builder({ opened, site }: { opened: OpenedForm; site: SiteId }): ReactNode {
  const [stored, setStored] = useState(opened.stored);
  const [title, setTitle] = useState(opened.draft.title);
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const isGuarded = unsaved !== null && !isDeleted;
  useEffect(() => (isGuarded ? guardLeaving((leave) => leave()) : undefined), [isGuarded]);
  useEffect(() => {
    if (isDeleted) location.assign(adminPaths.forms);
  }, [isDeleted]);
  const main = useRef<HTMLElement>(null);
  const isNew = opened.stored === null;
  useEffect(() => {
    if (isNew) firstField(main.current)?.focus();
  }, [isNew]);
  const heading = title === '' ? 'New form' : `Edit ${title}`;
  useTitle(heading);
  return (
    <main ref={main} className="ed-screen__main ed-screen__main--full">
      <h1 className="ed-unseen">{heading}</h1>
      <FormBuilder
        opened={opened}
        site={site}
        onUnsaved={setUnsaved}
        onSaved={(saved) => {
          // A new form has an address from now on.
          if (!stored) history.replaceState(null, '', adminPaths.form(saved.id));
          setStored(saved);
          setTitle(saved.title);
        }}
        tools={
          stored ? (
            <button type="button" className="ed-button ed-button--quiet" onClick={() => setDeleting(true)}>
              Delete
            </button>
          ) : null
        }
      />
      {isDeleting && stored ? (
        <DeleteForm
          id={stored.id}
          title={title}
          version={stored.version}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            unsaved?.forget();
            setDeleted(true);
          }}
        />
      ) : null}
    </main>
  );
}
