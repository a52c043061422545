import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { siteNames } from '#domain/site-names.ts';
import type { AdminState } from '../admin-state.ts';
import { type Loaded, useCall } from '#staff/calls/use-call.ts';
import { useTitle } from '../forms/use-title.ts';
import { describeCounts, describeTakenBack, nameSubjects, nameAuthors } from '#admin/messages/publish.ts';
import { uniteLines } from '../publishing/unite-lines.ts';
import { listWarnings } from './site-warnings.ts';

/** Lines of each part. */
const glance = 8;
/** Forms are few; these are counted at once. */
const formsCounted = 100;

/** What waits for this person, and what has happened lately. */
export default function Home({ paused }: { paused: AdminState['paused'] }): ReactNode {
  useTitle('Home');
  return (
    <main className="ed-screen__main">
      <h1 className="ed-screen__title">Home</h1>
      <PausedNotice paused={paused} />
      <div className="adm-home">
        <div className="adm-home__own">
          <FailedReleases />
          <Drafts />
          <Attention />
          <Unread />
        </div>
        <Recent />
      </div>
    </main>
  );
}

type PartProps<T> = {
  title: string;
  loaded: Loaded<T>;
  empty: ReactNode;
  children: (value: T) => ReactNode;
  isEmpty: (value: T) => boolean;
};

function Part<T>({ title, loaded: { value, failure, reload }, empty, isEmpty, children }: PartProps<T>): ReactNode {
  return (
    <section className="ed-panel adm-home__part" aria-label={title}>
      <h2 className="ed-builder__heading">{title}</h2>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value === null && failure === null ? (
        <>
          <span className="adm-skeleton" />
          <span className="adm-skeleton" />
        </>
      ) : null}
      {value !== null && isEmpty(value) ? <p className="ed-table__quiet">{empty}</p> : null}
      {value !== null && !isEmpty(value) ? children(value) : null}
    </section>
  );
}

/** Releases that were to go live by themselves and could not; nothing while there are none. */
function FailedReleases(): ReactNode {
  const loaded = useCall('listReleases', { isToCome: true });
  const failed = loaded.value?.filter(({ failure }) => failure !== null) ?? [];
  if (failed.length === 0) return null;
  return (
    <Part title="Releases that could not be published" loaded={loaded} isEmpty={() => false} empty={null}>
      {() => (
        <ul className="adm-list">
          {failed.slice(0, glance).map(({ id, name, failure }) => (
            <li key={id}>
              <a href={adminPaths.release(id)}>{name}</a>
              <small>{failure}</small>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Drafts(): ReactNode {
  const [isAll, setAll] = useState(false);
  const loaded = useCall('listDrafts', isAll ? { isAll } : {});
  return (
    <Part
      title="My drafts"
      loaded={loaded}
      isEmpty={(drafts) => drafts.length === 0}
      empty="You have no drafts. What you save and do not publish is listed here."
    >
      {(drafts) => (
        <>
          <ul className="adm-list">
            {drafts.slice(0, isAll ? drafts.length : glance).map(({ kind, title, href, savedAt }) => (
              <li key={href}>
                <a href={href}>{title}</a>
                <small>
                  {kind} · saved <Moment at={savedAt} />
                </small>
              </li>
            ))}
          </ul>
          {drafts.length > glance ? (
            <button
              type="button"
              className="ed-button ed-button--small"
              aria-expanded={isAll}
              onClick={() => setAll(!isAll)}
            >
              {isAll ? 'Show the latest' : 'Show all'}
            </button>
          ) : null}
        </>
      )}
    </Part>
  );
}

/** What should be mended on the sites. */
function Attention(): ReactNode {
  const loaded = useCall('findSiteWarnings', {});
  return (
    <Part
      title="Needs attention"
      loaded={loaded}
      isEmpty={(found) => listWarnings(found).length === 0}
      empty="All pages are published, all redirects lead somewhere, and all pictures have an alternative text."
    >
      {(found) => (
        <ul className="adm-list">
          {listWarnings(found).map(({ href, text, detail }) => (
            <li key={text}>
              <a href={href}>{text}</a>
              <small>{detail}</small>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Unread(): ReactNode {
  const forms = useCall('fetchForms', { pageSize: formsCounted });
  const ids = forms.value?.results.map(({ id }) => id) ?? [];
  const counts = useCall('countSubmissions', { ids });
  const titles = new Map(forms.value?.results.map(({ id, title }) => [id, title]));
  const unread = counts.current?.filter((count) => count.unread > 0) ?? [];
  const isReady = forms.value !== null && counts.current !== null;
  return (
    <Part
      title="Unread submissions"
      loaded={{ ...counts, value: isReady ? unread : null, current: null }}
      isEmpty={(found) => found.length === 0}
      empty="Everything that visitors sent was read."
    >
      {(found) => (
        <ul className="adm-list">
          {found.slice(0, glance).map((count) => (
            <li key={count.formId}>
              <a href={adminPaths.submissions(count.formId)}>{titles.get(count.formId)}</a>
              <small>{showNumber(count.unread)} unread</small>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Recent(): ReactNode {
  const loaded = useCall('listPublishes', {});
  return (
    <Part
      title="Published lately"
      loaded={loaded}
      isEmpty={({ lines }) => lines.length === 0}
      empty={
        <>
          Nothing has been published yet. <a href={adminPaths.pages}>Choose a page</a> to change it.
        </>
      }
    >
      {({ lines }) => (
        <>
          <ul className="adm-list adm-home__lines">
            {uniteLines(lines)
              .slice(0, glance)
              .map((line) => (
                <li key={line.id}>
                  <a href={adminPaths.publish(line.id)}>{nameSubjects(line)}</a>
                  <small>
                    {line.sites.map((site) => siteNames[site]).join(', ')} · {nameAuthors(line)} ·{' '}
                    <Moment at={line.finishedAt} /> ·{' '}
                    {[describeCounts(line), describeTakenBack(line)].filter(Boolean).join(' · ')}
                  </small>
                </li>
              ))}
          </ul>
          <p>
            <a href={adminPaths.publishes}>All publishes</a>
          </p>
        </>
      )}
    </Part>
  );
}
