import type { ReactNode } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { describeCount } from '#staff/messages/count.ts';
import { siteNames } from '#domain/site-names.ts';
import { type Operations, describeAge, laneNames } from '#admin/messages/operations.ts';
import { ListTable } from '../shell/ListTable.tsx';

/** What waits to be published and for how long, and what is being published. */
export function WaitingLines({ state: { at, changes, lines, cache, sites } }: { state: Operations }): ReactNode {
  const now = Date.parse(at);
  const isCached = cache !== null && cache.waiting + cache.unseen > 0;
  const isCalm = changes.count === 0 && lines.length === 0 && !isCached;
  return (
    <section className="adm-part">
      <h2 className="ed-panel__heading">Waiting and under way</h2>
      {isCalm ? (
        <p className="ed-table__quiet">
          {sites.some(({ paused }) => paused)
            ? 'No change waits.'
            : 'Nothing waits: everything that was published is live.'}
        </p>
      ) : null}
      {isCalm ? null : (
        <ListTable label="Waiting and under way" columns={['What', 'Files', 'Waiting for', 'State']} isTight>
          {changes.count > 0 ? (
            <tr>
              <th scope="row">{describeCount(changes.count, 'change')} of content</th>
              <td data-label="Files">
                <span className="ed-table__quiet">Not counted yet</span>
              </td>
              <td data-label="Waiting for">{changes.since === null ? '' : describeAge(changes.since, now)}</td>
              <td data-label="State">
                <span className="ed-state ed-state--ring">Waits</span>
              </td>
            </tr>
          ) : null}
          {lines.map(({ site, lane, count, since, on }) => (
            <tr key={`${site} ${lane} ${on}`}>
              <th scope="row">
                {laneNames[lane]}
                <small>{siteNames[site]}</small>
              </th>
              <td data-label="Files">{showNumber(count)}</td>
              <td data-label="Waiting for">{describeAge(since, now)}</td>
              <td data-label="State">
                {on === null ? (
                  <span className="ed-state ed-state--ring">Waits</span>
                ) : (
                  <span className="ed-state ed-state--half">Being published on {on}</span>
                )}
              </td>
            </tr>
          ))}
          {cache !== null && isCached ? <CacheRows cache={cache} now={now} /> : null}
        </ListTable>
      )}
    </section>
  );
}

type CacheProps = { cache: NonNullable<Operations['cache']>; now: number };

/** What is live, and what visitors may not get yet: the cache in front was not told, or answers an older version. */
function CacheRows({ cache: { waiting, since, failure, unseen, unseenSince }, now }: CacheProps): ReactNode {
  return (
    <>
      {waiting > 0 ? (
        <tr>
          <th scope="row">
            {describeCount(waiting, 'publish', 'publishes')} of which the cache was not told
            {failure === null ? null : <small>{failure}</small>}
          </th>
          <td data-label="Files">–</td>
          <td data-label="Waiting for">{since === null ? '' : describeAge(since, now)}</td>
          <td data-label="State">
            <span className="ed-state ed-state--ring">{failure === null ? 'Waits' : 'Is tried again'}</span>
          </td>
        </tr>
      ) : null}
      {unseen > 0 ? (
        <tr>
          <th scope="row">{describeCount(unseen, 'publish', 'publishes')} that visitors were not seen to get</th>
          <td data-label="Files">–</td>
          <td data-label="Waiting for">{unseenSince === null ? '' : describeAge(unseenSince, now)}</td>
          <td data-label="State">
            <span className="ed-state ed-state--half">Being looked for</span>
          </td>
        </tr>
      ) : null}
    </>
  );
}
