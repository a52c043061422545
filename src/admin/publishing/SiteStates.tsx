import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { siteNames } from '#domain/site-names.ts';
import { unknownReasons } from '#domain/unknown-files.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';
import {
  type Operations,
  type SiteState,
  nameBuilder,
  describeBuild,
  describeArchive,
} from '#admin/messages/operations.ts';

type Props = { state: Operations; isAdmin: boolean; onDone: (message: string) => void };

/** What visitors of each site see, and what administrators do with a site as a whole. */
export function SiteStates({ state: { sites, building }, isAdmin, onDone }: Props): ReactNode {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [rollingBack, setRollingBack] = useState<SiteState | null>(null);
  const build = async ({ site, paused }: SiteState) => {
    const answer = await call('buildSite', { site });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    const end = paused ? 'Then what waits is published.' : 'Visitors see it as it is until then.';
    onDone(`${siteNames[site]} is being built. ${end}`);
  };
  return (
    <section className="adm-part">
      <h2 className="ed-panel__heading">Sites</h2>
      {isAdmin ? null : <p className="ed-table__quiet">Administrators build sites anew and put them back.</p>}
      {failure ? <Failure failure={failure} /> : null}
      <ListTable
        label="Sites"
        columns={['Site', 'State', 'Last full build']}
        unseen={isAdmin ? 'Actions' : undefined}
        isTight
      >
        {sites.map((site) => (
          <Row
            key={site.site}
            {...{ site, isAdmin }}
            building={building?.site === site.site ? building : null}
            onBuild={() => void build(site)}
            onRollBack={() => setRollingBack(site)}
          />
        ))}
      </ListTable>
      <Builds sites={sites} />
      {rollingBack?.before ? (
        <RollBackDialog
          site={rollingBack.site}
          before={rollingBack.before}
          onDone={(message) => {
            setRollingBack(null);
            onDone(message);
          }}
          onClose={() => setRollingBack(null)}
        />
      ) : null}
    </section>
  );
}

type RowProps = {
  site: SiteState;
  building: Operations['building'];
  isAdmin: boolean;
  onBuild: () => void;
  onRollBack: () => void;
};

function Row({ site, building, isAdmin, onBuild, onRollBack }: RowProps): ReactNode {
  const name = siteNames[site.site];
  const [last] = site.builds;
  const isBuilding = building !== null || last?.outcome === null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="State">
        <State {...{ site, building, isBuilding }} />
        <small>{describeArchive(site.past)}</small>
      </td>
      <td data-label="Last full build">
        {last ? (
          <>
            {describeBuild(last)}, <Moment at={last.finishedAt ?? last.startedAt} />
            <small>{nameBuilder(last)}</small>
          </>
        ) : (
          <span className="ed-table__quiet">None yet</span>
        )}
      </td>
      {isAdmin ? (
        <td>
          <div className="ed-table__tools ed-table__tools--wrap">
            <button
              type="button"
              className={`ed-button ed-button--small${site.paused ? ' ed-button--primary' : ''}`}
              aria-label={`${site.paused ? 'Build anew and resume' : 'Build anew'}: ${name}`}
              aria-disabled={isBuilding ? true : undefined}
              onClick={() => {
                if (!isBuilding) onBuild();
              }}
            >
              {site.paused ? 'Build anew and resume' : 'Build anew'}
            </button>
            {site.before && !isBuilding ? (
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                aria-label={`Put back: ${name}`}
                aria-haspopup="dialog"
                onClick={onRollBack}
              >
                Put back
              </button>
            ) : null}
          </div>
        </td>
      ) : null}
    </tr>
  );
}

type StateProps = { site: SiteState; building: Operations['building']; isBuilding: boolean };

function State({ site: { paused, live }, building, isBuilding }: StateProps): ReactNode {
  if (isBuilding) {
    const part = building && building.total > 0 ? Math.floor((building.done / building.total) * 100) : null;
    return (
      <span className="ed-state ed-state--half">{part === null ? 'Being built' : `Being built: ${part} % done`}</span>
    );
  }
  if (paused && paused.why !== 'rolled-back') {
    return (
      <>
        <span className="ed-state ed-state--ring">Has to be built anew</span>
        <small>
          {unknownReasons[paused.why]}, noticed <Moment at={paused.since} />. Changes wait. The server begins the build
          by itself.
        </small>
      </>
    );
  }
  if (paused) {
    return (
      <>
        <span className="ed-state ed-state--ring">Publishing is paused</span>
        <small>
          Put back{paused.by === '' ? '' : ` by ${paused.by}`}, <Moment at={paused.since} />. Changes wait.
        </small>
      </>
    );
  }
  if (live === null) return <span className="ed-state ed-state--ring">Never published</span>;
  return <span className="ed-state ed-state--full">Live</span>;
}

function Builds({ sites }: { sites: readonly SiteState[] }): ReactNode {
  const builds = sites
    .flatMap(({ site, builds: own }) => own.map((build) => ({ site, ...build })))
    .toSorted((a, b) => b.id - a.id);
  if (builds.length === 0) return null;
  return (
    <details className="ed-files">
      <summary>
        Full builds <span className="ed-list__count">{builds.length}</span>
      </summary>
      <ListTable label="Full builds" columns={['Site', 'Outcome', 'Began', 'Who']} isTight>
        {builds.map((build) => (
          <tr key={build.id}>
            <th scope="row">{siteNames[build.site]}</th>
            <td data-label="Outcome">{describeBuild(build)}</td>
            <td data-label="Began">
              <Moment at={build.startedAt} />
            </td>
            <td data-label="Who">{nameBuilder(build)}</td>
          </tr>
        ))}
      </ListTable>
    </details>
  );
}
