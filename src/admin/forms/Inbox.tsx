import { type ReactNode, useEffect, useState } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import { englishNameOf, locales } from '#domain/locales.ts';
import type { FormField as Field } from '#domain/forms/form-fields.ts';
import { siteIds } from '#domain/sites.ts';
import type { Submission } from '#forms/inbox/submissions.ts';
import { type ActionInput, type CallFailure, call } from '#editor/api.ts';
import { Failure } from '#editor/form/Failure.tsx';
import { focusSoon } from '#editor/form/focus-soon.ts';
import { FormField } from '#editor/form/FormField.tsx';
import { PickerPages } from '#editor/form/PickerPages.tsx';
import { guardLeaving } from '#editor/leave-guard.ts';
import type { AdminState } from './admin-state.ts';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { Recipients } from './Recipients.tsx';
import { siteNames } from './site-names.ts';
import { SearchField } from './SearchField.tsx';
import { SubmissionView } from './SubmissionView.tsx';
import { SubmissionTable } from './SubmissionTable.tsx';
import { useCall } from './use-call.ts';
import { useTitle } from './use-title.ts';

type Filters = {
  search: string;
  state: '' | 'read' | 'unread';
  /** Days as YYYY-MM-DD, in the editor's own time, in which submissions are listed as well. */
  from: string;
  until: string;
  site: '' | (typeof siteIds)[number];
  locale: '' | (typeof locales)[number];
};
const noFilters: Filters = { search: '', state: '', from: '', until: '', site: '', locale: '' };
const pageSize = 24;
/** As pickers wait for the next letter. */
const searchDelay = 300;

/** What visitors have sent with a form. */
export default function Inbox({ formId, staff }: { formId: number; staff: AdminState['staff'] }): ReactNode {
  const form = useCall('findForm', { id: formId });
  const [filters, setFilters] = useState(noFilters);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  /** As it was read, and then changed here: once it is read, the filters may leave it out. */
  const [opened, setOpened] = useState<{ submission: Submission; fields: readonly Field[] } | null>(null);
  /** Notes that have been typed and not saved, by submission. */
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [news, setNews] = useState('');
  const { value, failure: unread, isLoading, reload } = useCall('fetchSubmissions', asked(formId, filters, page));
  const deletions = useCall('findFormDeletions', { formId });

  useEffect(() => {
    if (search === filters.search) return undefined;
    const timer = setTimeout(() => {
      setFilters((before) => ({ ...before, search }));
      setPage(1);
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [search, filters.search]);
  const isTyped = typed.size > 0;
  useEffect(() => (isTyped ? guardLeaving((leave) => leave()) : undefined), [isTyped]);
  const title = form.value?.title ?? value?.results[0]?.formTitle;
  useTitle(title === undefined ? 'Submissions' : `Submissions: ${title}`);

  const filter = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change });
    setPage(1);
    setOpened(null);
  };
  const turn = (to: number) => {
    setPage(to);
    setOpened(null);
  };
  const change = (id: number, changed: Partial<Submission>) =>
    setOpened((before) =>
      before?.submission.id === id ? { ...before, submission: { ...before.submission, ...changed } } : before,
    );
  const type = ({ id, notes }: Submission, text: string) =>
    setTyped((before) => new Map([...before].filter(([one]) => one !== id).concat(text === notes ? [] : [[id, text]])));
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noFilters);
  const mark = async (id: number, isRead: boolean) => {
    const answer = await call('markSubmission', { id, isRead });
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) change(id, { readAt: isRead ? new Date().toISOString() : null });
    reload();
  };
  const open = (submission: Submission) => {
    setOpened({ submission, fields: value?.versions[String(submission.version)] ?? [] });
    if (submission.readAt === null) void mark(submission.id, true);
  };
  const close = (id: number) => {
    setOpened(null);
    // Its line may be gone, and all the others with it.
    focusSoon(
      () =>
        [`[data-open="${id}"]`, '[data-open]', '[type="search"]']
          .map((place) => document.querySelector<HTMLElement>(place))
          .find((found) => found !== null) ?? null,
    );
  };
  const remove = async (id: number) => {
    const answer = await call('deleteSubmissions', { ids: [id] });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    close(id);
    setTyped((before) => new Map([...before].filter(([one]) => one !== id)));
    setNews('The submission is deleted.');
    reload();
    deletions.reload();
  };

  const count = value?.count ?? 0;
  const isGone = form.failure?.code === 'not-found';
  if (form.failure && isGone && value && count === 0 && !isFiltered) {
    return (
      <main className="ed-screen__main">
        <h1 className="ed-screen__title">Submissions</h1>
        <Failure failure={form.failure} />
        <p>
          <a href={adminPaths.forms}>All forms</a>
        </p>
      </main>
    );
  }
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <div>
          <p className="ed-builder__hint">{isGone ? 'Submissions of a form that was deleted' : 'Submissions'}</p>
          <h1 className="ed-screen__title">{title ?? '…'}</h1>
        </div>
        <div className="ed-builder__actions">
          {isGone ? null : (
            <a className="ed-button" href={adminPaths.form(formId)}>
              Edit form
            </a>
          )}
          {(['csv', 'json'] as const).map((format) => (
            <a key={format} className="ed-button" href={exportHref(formId, format, filters)} download>
              Export {format.toUpperCase()}
            </a>
          ))}
        </div>
      </div>
      <div className="ed-filters" role="search">
        <SearchField
          label="Search"
          placeholder="Search answers and notes"
          value={search}
          onChange={(words) => {
            setSearch(words);
            // Now and not when it is searched for: what is opened meanwhile stays open.
            setOpened(null);
          }}
        />
        <Choice
          label="State"
          value={filters.state}
          options={[
            ['', 'All'],
            ['unread', 'Unread'],
            ['read', 'Read'],
          ]}
          onChange={(state) => filter({ state })}
        />
        <Day label="From" value={filters.from} onChange={(from) => filter({ from })} />
        <Day label="Until" value={filters.until} onChange={(until) => filter({ until })} />
        <Choice
          label="Site"
          value={filters.site}
          options={[['', 'All'], ...siteIds.map((site) => [site, siteNames[site]] as const)]}
          onChange={(site) => filter({ site })}
        />
        <Choice
          label="Language"
          value={filters.locale}
          options={[['', 'All'], ...locales.map((locale) => [locale, englishNameOf[locale]] as const)]}
          onChange={(locale) => filter({ locale })}
        />
      </div>
      <p className="ed-picker__status">
        <span role="status">
          {isLoading ? 'Searching …' : `${count.toLocaleString('en')} ${count === 1 ? 'submission' : 'submissions'}`}
        </span>{' '}
        <span role="status">{news}</span>
      </p>
      {failure ? <Failure failure={failure} /> : null}
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      {value && count === 0 ? (
        <p className="ed-screen__empty">
          {isFiltered
            ? 'Nothing fits these filters.'
            : 'Nobody has sent this form yet. What visitors send appears here at once.'}
        </p>
      ) : null}
      <div className={opened ? 'ed-inbox ed-inbox--open' : 'ed-inbox'}>
        {value && count > 0 ? (
          <SubmissionTable found={value} openId={opened?.submission.id ?? null} isLoading={isLoading} onOpen={open} />
        ) : null}
        {opened ? (
          <SubmissionView
            key={opened.submission.id}
            {...opened}
            typed={typed.get(opened.submission.id)}
            canDelete={staff.role === 'admin'}
            onClose={() => close(opened.submission.id)}
            onMark={(isRead) => void mark(opened.submission.id, isRead)}
            onDelete={() => void remove(opened.submission.id)}
            onType={(text) => type(opened.submission, text)}
            onOvertaken={(notes) => change(opened.submission.id, { notes })}
            onNoted={(notes) => {
              change(opened.submission.id, { notes });
              type({ ...opened.submission, notes }, notes);
              setNews('The note is saved.');
              reload();
            }}
          />
        ) : null}
      </div>
      <PickerPages page={page} pages={Math.ceil(count / pageSize)} onPage={turn} />
      {isGone ? null : <Recipients formId={formId} />}
      {form.value ? (
        <PrivacyPanel
          form={form.value}
          deletions={deletions}
          canErase={staff.role === 'admin'}
          onErased={() => {
            setOpened(null);
            setTyped(new Map());
            reload();
            deletions.reload();
          }}
        />
      ) : null}
    </main>
  );
}

function asked(
  formId: number,
  { search, state, from, until, site, locale }: Filters,
  page: number,
): ActionInput<'fetchSubmissions'> {
  return {
    formId,
    search,
    page,
    pageSize,
    isRead: state === '' ? null : state === 'read',
    from: from === '' ? null : startOf(from),
    until: until === '' ? null : startOf(until, 1),
    site: site || null,
    locale: locale || null,
  };
}

/** When a day begins here, or one so many days later. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The same as a file, for whoever is signed in. */
function exportHref(formId: number, format: 'csv' | 'json', filters: Filters): string {
  const { from, until } = asked(formId, filters, 1);
  const given = new URLSearchParams(
    Object.entries({ ...filters, from: from ?? '', until: until ?? '' }).filter(([, value]) => value !== ''),
  );
  return `${adminPaths.export(formId, format)}${given.size > 0 ? `?${given}` : ''}`;
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: T) => void;
};

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <FormField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input"
          value={value}
          onChange={(event) => onChange(options.find(([one]) => one === event.target.value)?.[0] ?? value)}
        >
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }): ReactNode {
  return (
    <FormField label={label}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          type="date"
          className="ed-input ed-date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
