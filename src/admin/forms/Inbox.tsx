import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { exportFormats } from '#domain/spreadsheets/export-formats.ts';
import { may } from '#domain/rights.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { PickerPages } from '#staff/picker/PickerPages.tsx';
import type { AdminState } from '../admin-state.ts';
import { type Filters, exportHref, pageSize } from './inbox-filters.ts';
import { ExportLinks } from '../shell/ExportLinks.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import { PrivacyPanel } from './PrivacyPanel.tsx';
import { Recipients } from './Recipients.tsx';
import { SubmissionTable } from './SubmissionTable.tsx';
import { SubmissionView } from './SubmissionView.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { type InboxState, useInbox } from './use-inbox.ts';
import { useTitle } from './use-title.ts';

/** The submissions of a form. */
export default function Inbox({ formId, staff }: { formId: number; staff: AdminState['staff'] }): ReactNode {
  const form = useCall('findForm', { id: formId, isLive: true });
  const inbox = useInbox(formId);
  const { found, opened } = inbox;
  const { value } = found;
  const title = form.value?.title ?? value?.results[0]?.formTitle;
  useTitle(title === undefined ? 'Submissions' : `Submissions: ${title}`);

  const count = value?.count ?? 0;
  const isGone = form.failure?.code === 'not-found';
  if (form.failure && isGone && found.current && count === 0 && !inbox.isFiltered) {
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
      <InboxHead {...{ formId, title, isGone }} filters={inbox.filters} />
      <InboxFilters
        filters={inbox.filters}
        search={inbox.search.value}
        onSearch={inbox.search.change}
        onFilter={inbox.filter}
      />
      <InboxStatus {...{ inbox, count }} isDraft={form.value?.isPublished === false} />
      <div className={opened ? 'ed-inbox ed-inbox--open' : 'ed-inbox'}>
        {value && count > 0 ? (
          <SubmissionTable
            found={value}
            openId={opened?.submission.id ?? null}
            isLoading={found.isLoading}
            onOpen={inbox.open}
          />
        ) : null}
        <OpenSubmission inbox={inbox} canDelete={may(staff, 'erase submissions')} />
      </div>
      <PickerPages page={inbox.page} pages={Math.ceil(count / pageSize)} onPage={inbox.turn} />
      {form.value?.isPublished ? <Recipients formId={formId} /> : null}
      {form.value ? (
        <PrivacyPanel
          form={form.value}
          deletions={inbox.deletions}
          canErase={may(staff, 'erase submissions')}
          onErased={inbox.erased}
        />
      ) : null}
    </main>
  );
}

type HeadProps = { formId: number; title: string | undefined; isGone: boolean; filters: Filters };

function InboxHead({ formId, title, isGone, filters }: HeadProps): ReactNode {
  return (
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
        <ExportLinks formats={exportFormats} hrefOf={(format) => exportHref(formId, format, filters)} />
      </div>
    </div>
  );
}

/** The number of submissions, the result of the last action, and errors. */
type StatusProps = { inbox: InboxState; count: number; isDraft: boolean };

function InboxStatus({ inbox, count, isDraft }: StatusProps): ReactNode {
  const { found, failure, news, isFiltered } = inbox;
  return (
    <>
      <p className="ed-picker__status">
        <span role="status">
          {found.isLoading
            ? 'Searching …'
            : found.current
              ? `${showNumber(count)} ${count === 1 ? 'submission' : 'submissions'}`
              : ''}
        </span>{' '}
        <span role="status">{news}</span>
      </p>
      {failure ? <Failure failure={failure} /> : null}
      {found.failure ? <Failure failure={found.failure} onRetry={found.reload} /> : null}
      {found.current && count === 0 ? (
        <p className="ed-screen__empty">
          {isFiltered
            ? 'Nothing fits these filters.'
            : isDraft
              ? 'This form was never published. Once it is, you say here who is told of what visitors send.'
              : 'Nobody has sent this form yet. What visitors send appears here at once.'}
        </p>
      ) : null}
    </>
  );
}

function OpenSubmission({ inbox, canDelete }: { inbox: InboxState; canDelete: boolean }): ReactNode {
  const { opened, typed } = inbox;
  if (!opened) return null;
  const { submission } = opened;
  const { id } = submission;
  return (
    <SubmissionView
      key={id}
      {...opened}
      typed={typed.of(id)}
      canDelete={canDelete}
      onClose={() => inbox.close(id)}
      onMark={(isRead) => void inbox.mark(id, isRead)}
      onDelete={() => void inbox.remove(id)}
      onType={(text) => typed.type(submission, text)}
      onOvertaken={(notes) => inbox.change(id, { notes })}
      onNoted={(notes) => inbox.noted(submission, notes)}
    />
  );
}
