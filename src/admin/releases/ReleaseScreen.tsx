import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isSiteId } from '#domain/sites.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { siteHere } from '#staff/calls/editor-site.ts';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { useTitle } from '../forms/use-title.ts';
import { ReleaseItems } from './ReleaseItems.tsx';
import { NameRelease } from './ReleaseList.tsx';
import { describeReleaseState } from '#admin/messages/release.ts';
import { PublishDialog } from '#staff/publishing/PublishDialog.tsx';
import { describePublishingRelease, describeTakingReleaseBack } from './release-publishing.tsx';
import { ScheduleRelease } from './ScheduleRelease.tsx';
import { ShareRelease } from './ShareRelease.tsx';

type Release = ActionOutput<'openRelease'>;
type Opened = 'publish' | 'schedule' | 'back' | 'rename' | 'share';

/** A release: what is in it, when it goes live, and what has become of it. */
export default function ReleaseScreen({ id }: { id: number }): ReactNode {
  const { value, failure, reload } = useCall('openRelease', { id });
  useTitle(value ? `${value.name} – release` : 'Release');
  return (
    <main className="ed-screen__main">
      {value ? null : <h1 className="ed-screen__title">Release</h1>}
      {failure ? (
        <>
          <Failure failure={failure} {...(failure.code === 'not-found' ? {} : { onRetry: reload })} />
          <p>
            <a href={adminPaths.releases}>All releases</a>
          </p>
        </>
      ) : null}
      {value === null && failure === null ? <p role="status">Loading …</p> : null}
      {value ? <Loaded release={value} onChanged={reload} /> : null}
    </main>
  );
}

function Loaded({ release, onChanged }: { release: Release; onChanged: () => void }): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isOpen = release.state === 'open' || release.state === 'scheduled';
  const count = release.pages + release.records;
  const close = (isDone: boolean) => {
    setOpened(null);
    if (isDone) onChanged();
  };
  const act = async (work: () => Promise<{ ok: true } | { ok: false; failure: CallFailure }>, after: () => void) => {
    const answer = await work();
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) after();
  };
  return (
    <>
      <Head
        {...{ release, isOpen }}
        onOpen={setOpened}
        onCancel={() => void act(() => call('scheduleRelease', { id: release.id, when: null }), onChanged)}
        onDelete={() =>
          void act(
            () => call('deleteRelease', { id: release.id }),
            () => location.assign(adminPaths.releases),
          )
        }
      />
      {release.failure === null ? null : (
        <div className="ed-problem" role="alert">
          <p>It could not be published at its moment: {release.failure}</p>
        </div>
      )}
      {failure ? <Failure failure={failure} /> : null}
      <Receipts release={release} />
      {isOpen && count > 0 && release.previews.length > 1 ? <OtherPreviews release={release} /> : null}
      {count === 0 ? null : (
        <h2 className="ed-panel__heading">
          {isOpen ? 'What goes live' : 'What is in it'} <span className="ed-list__count">{showNumber(count)}</span>
        </h2>
      )}
      <ReleaseItems {...{ release, isOpen, onChanged }} />
      {opened === 'publish' ? (
        <PublishDialog publishable={describePublishingRelease(release.id)} onClose={close} />
      ) : null}
      {opened === 'schedule' ? <ScheduleRelease release={release} onClose={close} /> : null}
      {opened === 'back' ? <PublishDialog publishable={describeTakingReleaseBack(release.id)} onClose={close} /> : null}
      {opened === 'share' ? <ShareRelease id={release.id} onClose={() => setOpened(null)} /> : null}
      {opened === 'rename' ? <NameRelease release={release} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

type HeadProps = {
  release: Release;
  isOpen: boolean;
  onOpen: (dialog: Opened) => void;
  onCancel: () => void;
  onDelete: () => void;
};

function Head({ release, isOpen, onOpen, onCancel, onDelete }: HeadProps): ReactNode {
  const isEmpty = release.pages + release.records === 0;
  const button = (label: string, act: () => void, kind = '') => (
    <button type="button" className={`ed-button${kind}`} onClick={act}>
      {label}
    </button>
  );
  return (
    <div className="adm-head">
      <div className="adm-head__name">
        <h1 className="ed-screen__title">{release.name}</h1>
        <span className="ed-edit__state" role="status">
          {describeReleaseState(release)}
        </span>
      </div>
      <div className="adm-head__actions">
        {button('Rename', () => onOpen('rename'), ' ed-button--quiet')}
        {(isOpen && isEmpty && release.state === 'open') || release.state === 'live'
          ? button(release.state === 'live' ? 'Remove from the list' : 'Delete', onDelete, ' ed-button--quiet')
          : null}
        {isOpen && !isEmpty ? (
          <a className="ed-button" href={previewHere(release)?.href}>
            Preview
          </a>
        ) : null}
        {isOpen && !isEmpty ? button('Share preview …', () => onOpen('share')) : null}
        {release.state === 'scheduled' ? button('Cancel the moment', onCancel) : null}
        {isOpen && !isEmpty
          ? button(release.state === 'scheduled' ? 'Other moment …' : 'Publish at …', () => onOpen('schedule'))
          : null}
        {isOpen && !isEmpty ? button('Publish …', () => onOpen('publish'), ' ed-button--primary') : null}
        {release.state === 'live' && !isEmpty ? button('Take back …', () => onOpen('back')) : null}
      </div>
    </div>
  );
}

/** Where it is seen on the website of this address, or else on the first one that has something of it. */
function previewHere({ previews }: Release) {
  return previews.find(({ site }) => site === siteHere()) ?? previews[0];
}

function OtherPreviews({ release }: { release: Release }): ReactNode {
  const here = previewHere(release);
  return (
    <p className="adm-previews">
      Preview on other websites:
      {release.previews.map(({ site, href }) =>
        site === here?.site ? null : (
          <a key={site} href={href}>
            {siteNames[site]}
          </a>
        ),
      )}
    </p>
  );
}

function Receipts({ release: { receipts, state } }: { release: Release }): ReactNode {
  if (receipts.length === 0 || state === 'open' || state === 'scheduled') return null;
  return (
    <>
      <h2 className="ed-panel__heading">What became of it</h2>
      <ul className="adm-list">
        {receipts.map(({ id, site, changed }) => (
          <li key={id}>
            <a href={adminPaths.publish(id)}>
              {isSiteId(site) ? siteNames[site] : site}: {describeCount(changed, 'URL')} changed
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
