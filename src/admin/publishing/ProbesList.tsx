import type { ReactNode } from 'react';
import { type Operations, describeAge } from '#admin/messages/operations.ts';

type Props = { probes: NonNullable<Operations['cache']>['probes']; at: string };

/** A probe asks every two seconds, and rests for a minute when it cannot; a worker's run begins once a minute. */
const silentMilliseconds = 150_000;

/** The scripts elsewhere that read what is live, and whether they are heard. */
export function ProbesList({ probes, at }: Props): ReactNode {
  const now = Date.parse(at);
  return (
    <section className="adm-part">
      <h2 className="ed-panel__heading">Probes elsewhere</h2>
      <div className="ed-table ed-table--tight" role="region" aria-label="Probes elsewhere" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Probe</th>
              <th scope="col">Last heard</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {probes.map(({ name, heardAt, failure }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {failure === null ? null : <small>{failure}</small>}
                </th>
                <td data-label="Last heard">{describeAge(heardAt, now)} ago</td>
                <td data-label="State">
                  <State isSilent={now - Date.parse(heardAt) > silentMilliseconds} isFailing={failure !== null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function State({ isSilent, isFailing }: { isSilent: boolean; isFailing: boolean }): ReactNode {
  if (isSilent) return <span className="ed-state ed-state--ring">Silent</span>;
  if (isFailing) return <span className="ed-state ed-state--half">Cannot read all of it</span>;
  return <span className="ed-state ed-state--full">Reads the sites</span>;
}
