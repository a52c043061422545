import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { SiteId } from '#domain/sites.ts';
import { readFormData } from '#schema/form-data.ts';
import { call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { firstField } from '#staff/controls/first-field.ts';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { draftOfData, emptyDraft } from './form-draft.ts';
import { FormCommands } from './FormCommands.tsx';
import { FormBuilder } from './FormBuilder.tsx';
import type { FormRecord, OpenedForm, Unsaved } from './form-builder-types.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { useTitle } from './use-title.ts';

/** A form in the builder, at an address of its own. */
export default function FormScreen({ id, site }: { id: number | null; site: SiteId }): ReactNode {
  return id === null ? <Builder opened={null} site={site} /> : <Stored id={id} site={site} />;
}

function Stored({ id, site }: { id: number; site: SiteId }): ReactNode {
  const { value, failure, reload } = useCall('openRecord', { kind: 'form', id });
  if (value) return <Builder opened={{ ...value, id }} site={site} />;
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

/** A form as the builder begins with it: its draft, or what visitors see. */
function toOpened({ id, live, draft, version }: FormRecord): OpenedForm {
  const data = draft?.data ?? live ?? {};
  const base = draft || version === null ? {} : { version };
  const stored = { id, savedAt: draft?.savedAt ?? null, ...base };
  return { stored, draft: draftOfData(data), broken: readFormData(data).broken };
}

function Builder({ opened, site }: { opened: FormRecord | null; site: SiteId }): ReactNode {
  const [record, setRecord] = useState(opened);
  /** What the builder has begun with; counted, since it begins again where the form is stored otherwise. */
  const [begun, setBegun] = useState({ turn: 0, form: opened });
  const [title, setTitle] = useState(opened ? draftOfData(opened.draft?.data ?? opened.live ?? {}).title : '');
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const [isGone, setGone] = useState(false);
  const isGuarded = unsaved !== null && !isGone;
  useEffect(() => (isGuarded ? guardLeaving((leave) => leave()) : undefined), [isGuarded]);
  useEffect(() => {
    if (isGone) location.assign(adminPaths.forms);
  }, [isGone]);
  const main = useRef<HTMLElement>(null);
  const isNew = opened === null;
  useEffect(() => {
    if (isNew) firstField(main.current)?.focus();
  }, [isNew]);
  const heading = title === '' ? 'New form' : `Edit ${title}`;
  useTitle(heading);
  const reopen = async (id: number): Promise<FormRecord | null> => {
    const answer = await call('openRecord', { kind: 'form', id });
    if (!answer.ok) return null;
    const now = { ...answer.value, id };
    setRecord(now);
    return now;
  };
  const beginAgain = async (id: number) => {
    const now = await reopen(id);
    if (now) setBegun(({ turn }) => ({ turn: turn + 1, form: now }));
  };
  return (
    <main ref={main} className="ed-screen__main ed-screen__main--full">
      <h1 className="ed-unseen">{heading}</h1>
      <FormBuilder
        key={begun.turn}
        opened={begun.form ? toOpened(begun.form) : { stored: null, draft: emptyDraft }}
        site={site}
        state={record?.state ?? 'draft'}
        onUnsaved={setUnsaved}
        onSaved={(saved) => {
          // A new form has an address from now on.
          if (!record) history.replaceState(null, '', adminPaths.form(saved.id));
          setTitle(saved.title);
          void reopen(saved.id);
        }}
        renderTools={({ edits, saving }) => (
          <FormCommands
            {...{ edits, saving, record }}
            onPublished={(id) => {
              edits.setStored({ id, savedAt: null });
              void reopen(id).then((now) => {
                const version = now?.version ?? null;
                if (version === null) return;
                edits.setStored((stored) => (stored?.savedAt === null ? { ...stored, version } : stored));
              });
            }}
            onChanged={(id) => void beginAgain(id)}
            onGone={() => {
              unsaved?.forget();
              setGone(true);
            }}
          />
        )}
      />
    </main>
  );
}
