import { type ReactNode, useEffect, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { call, type CallFailure } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import type { ReleaseSummary } from '#view-model/releases.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { useTitle } from '../forms/use-title.ts';
import { useAsked } from '../shell/use-asked.ts';
import { ReleaseCalendar } from './ReleaseCalendar.tsx';
import { describeDraftCount, describeReleaseState } from '#admin/messages/release.ts';

/** Releases: those to come by their moment, then those that are live; or all of them in a calendar. */
export default function ReleaseList(): ReactNode {
  useTitle('Releases');
  const [isCalendar, setCalendar] = useState(() => new URLSearchParams(location.search).has('view'));
  useEffect(() => {
    const follow = () => setCalendar(new URLSearchParams(location.search).has('view'));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const turn = (to: boolean) => {
    history.pushState(null, '', to ? '?view=month' : location.pathname);
    setCalendar(to);
  };
  const [isMaking, setMaking] = useState(useAsked('new'));
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Releases</h1>
        <div className="adm-head__actions">
          <div className="adm-switch">
            {[false, true].map((each) => (
              <button
                key={String(each)}
                type="button"
                className="ed-button"
                aria-pressed={isCalendar === each}
                onClick={() => turn(each)}
              >
                {each ? 'Calendar' : 'List'}
              </button>
            ))}
          </div>
          <button type="button" className="ed-button ed-button--primary" onClick={() => setMaking(true)}>
            New release
          </button>
        </div>
      </div>
      {isCalendar ? <ReleaseCalendar /> : <Listed />}
      {isMaking ? <NameRelease release={null} onClose={() => setMaking(false)} /> : null}
    </main>
  );
}

function Listed(): ReactNode {
  const { value, failure, isLoading, reload } = useCall('listReleases', {});
  return (
    <>
      <p className="ed-picker__status" role="status">
        {isLoading && value === null ? 'Loading …' : null}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value?.length === 0 ? (
        <p className="ed-screen__empty">
          There is no release yet. A release is a set of drafts, of pages and of everything else, that go live together.
        </p>
      ) : null}
      {value && value.length > 0 ? <Lines releases={value} /> : null}
    </>
  );
}

function Lines({ releases }: { releases: readonly ReleaseSummary[] }): ReactNode {
  return (
    <ListTable label="Releases" columns={['Release', 'State', 'Drafts', 'Who', 'When']}>
      {releases.map((release) => (
        <tr key={release.id}>
          <th scope="row">
            <a href={adminPaths.release(release.id)}>{release.name}</a>
          </th>
          <td data-label="State">
            <span className={release.failure === null ? undefined : 'ed-change ed-change--failed'}>
              {describeReleaseState(release)}
            </span>
          </td>
          <td data-label="Drafts">{describeDraftCount(release)}</td>
          <td data-label="Who">{release.appliedBy ?? release.scheduledBy ?? release.createdBy ?? ''}</td>
          <td data-label="When">
            <Moment at={release.liveAt ?? release.createdAt} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

type NameProps = { release: { id: number; name: string } | null; onClose: () => void };

/** Names a new release, or gives one another name. */
export function NameRelease({ release, onClose }: NameProps): ReactNode {
  const [name, setName] = useState(release?.name ?? '');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const save = async () => {
    const made = release ? null : await call('createRelease', { name });
    const answer = made ?? (await call('renameRelease', { id: release?.id ?? 0, name }));
    if (!answer.ok) return setFailure(answer.failure);
    location.assign(adminPaths.release(made?.ok ? made.value.id : (release?.id ?? 0)));
  };
  return (
    <Dialog title={release ? 'Rename the release' : 'New release'} size="small" onClose={onClose}>
      <form
        className="ed-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <LabeledField label="Name" required error={failure?.issues[0]?.message} help="For example, Spring campaign">
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              data-autofocus
              className="ed-input"
              maxLength={120}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </LabeledField>
        {failure && failure.issues.length === 0 ? <Failure failure={failure} /> : null}
        <div className="ed-dialog__actions">
          <button type="submit" className="ed-button ed-button--primary">
            {release ? 'Rename' : 'Create release'}
          </button>
          <button type="button" className="ed-button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
