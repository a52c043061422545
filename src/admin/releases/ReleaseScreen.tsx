import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isSiteId } from '#domain/sites.ts';
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

type Launch = ActionOutput<'openLaunch'>;
type Opened = 'publish' | 'schedule' | 'back' | 'rename' | 'share';

/** A release: what is in it, when it goes live, and what has become of it. */
export default function ReleaseScreen({ id }: { id: number }): ReactNode {
  const { value, failure, reload } = useCall('openLaunch', { id });
  useTitle(value ? `${value.name} – release` : 'Release');
  return (
    <main className="ed-screen__main">
      {value ? null : <h1 className="ed-screen__title">Release</h1>}
      {failure ? (
        <>
          <Failure failure={failure} {...(failure.code === 'not-found' ? {} : { onRetry: reload })} />
          <p>
            <a href={adminPaths.launches}>All releases</a>
          </p>
        </>
      ) : null}
      {value === null && failure === null ? <p role="status">Loading …</p> : null}
      {value ? <Loaded launch={value} onChanged={reload} /> : null}
    </main>
  );
}

function Loaded({ launch, onChanged }: { launch: Launch; onChanged: () => void }): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isOpen = launch.state === 'open' || launch.state === 'scheduled';
  const count = launch.pages + launch.records;
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
        {...{ launch, isOpen }}
        onOpen={setOpened}
        onCancel={() => void act(() => call('scheduleLaunch', { id: launch.id, when: null }), onChanged)}
        onDelete={() =>
          void act(
            () => call('deleteLaunch', { id: launch.id }),
            () => location.assign(adminPaths.launches),
          )
        }
      />
      {launch.failure === null ? null : (
        <div className="ed-problem" role="alert">
          <p>It could not be published at its moment: {launch.failure}</p>
        </div>
      )}
      {failure ? <Failure failure={failure} /> : null}
      <Receipts launch={launch} />
      {isOpen && launch.previews.length > 1 ? <OtherPreviews launch={launch} /> : null}
      {count === 0 ? null : (
        <h2 className="ed-panel__heading">
          {isOpen ? 'What goes live' : 'What is in it'}{' '}
          <span className="ed-list__count">{count.toLocaleString('en')}</span>
        </h2>
      )}
      <ReleaseItems {...{ launch, isOpen, onChanged }} />
      {opened === 'publish' ? (
        <PublishDialog publishable={describePublishingRelease(launch.id)} onClose={close} />
      ) : null}
      {opened === 'schedule' ? <ScheduleRelease launch={launch} onClose={close} /> : null}
      {opened === 'back' ? <PublishDialog publishable={describeTakingReleaseBack(launch.id)} onClose={close} /> : null}
      {opened === 'share' ? <ShareRelease id={launch.id} onClose={() => setOpened(null)} /> : null}
      {opened === 'rename' ? <NameRelease launch={launch} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

type HeadProps = {
  launch: Launch;
  isOpen: boolean;
  onOpen: (window: Opened) => void;
  onCancel: () => void;
  onDelete: () => void;
};

function Head({ launch, isOpen, onOpen, onCancel, onDelete }: HeadProps): ReactNode {
  const isEmpty = launch.pages + launch.records === 0;
  const button = (label: string, act: () => void, kind = '') => (
    <button type="button" className={`ed-button${kind}`} onClick={act}>
      {label}
    </button>
  );
  return (
    <div className="adm-head">
      <div className="adm-head__name">
        <h1 className="ed-screen__title">{launch.name}</h1>
        <span className="ed-edit__state" role="status">
          {describeReleaseState(launch)}
        </span>
      </div>
      <div className="adm-head__actions">
        {button('Rename', () => onOpen('rename'), ' ed-button--quiet')}
        {(isOpen && isEmpty && launch.state === 'open') || launch.state === 'live'
          ? button(launch.state === 'live' ? 'Remove from the list' : 'Delete', onDelete, ' ed-button--quiet')
          : null}
        {isOpen && !isEmpty ? (
          <a className="ed-button" href={previewHere(launch)?.href}>
            Preview
          </a>
        ) : null}
        {isOpen && !isEmpty ? button('Share preview …', () => onOpen('share')) : null}
        {launch.state === 'scheduled' ? button('Cancel the moment', onCancel) : null}
        {isOpen && !isEmpty
          ? button(launch.state === 'scheduled' ? 'Other moment …' : 'Publish at …', () => onOpen('schedule'))
          : null}
        {isOpen && !isEmpty ? button('Publish …', () => onOpen('publish'), ' ed-button--primary') : null}
        {launch.state === 'live' && !isEmpty ? button('Take back …', () => onOpen('back')) : null}
      </div>
    </div>
  );
}

/** Where it is seen on the website of this address, or else on the first one that has something of it. */
function previewHere({ previews }: Launch) {
  return previews.find(({ site }) => site === siteHere()) ?? previews[0];
}

function OtherPreviews({ launch }: { launch: Launch }): ReactNode {
  const here = previewHere(launch);
  return (
    <p className="adm-previews">
      Preview on other websites:
      {launch.previews.map(({ site, href }) =>
        site === here?.site ? null : (
          <a key={site} href={href}>
            {siteNames[site]}
          </a>
        ),
      )}
    </p>
  );
}

function Receipts({ launch: { receipts, state } }: { launch: Launch }): ReactNode {
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
