import type { ReactNode } from 'react';
import { type Operations, describeAge } from '#admin/messages/operations.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Props = { probes: NonNullable<Operations['cache']>['probes']; at: string };

/** A probe asks every two seconds, and rests for a minute when it cannot; a worker's run begins once a minute. */
const silentMilliseconds = 150_000;

/** The scripts elsewhere that read what is live, and whether they are heard. */
export function ProbesList({ probes, at }: Props): ReactNode {
  const now = Date.parse(at);
  return (
    <section className="adm-part">
      <h2 className="ed-panel__heading">Probes elsewhere</h2>
      <ListTable label="Probes elsewhere" columns={['Probe', 'Last heard', 'State']} isTight>
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
      </ListTable>
    </section>
  );
}

function State({ isSilent, isFailing }: { isSilent: boolean; isFailing: boolean }): ReactNode {
  if (isSilent) return <span className="ed-state ed-state--ring">Silent</span>;
  if (isFailing) return <span className="ed-state ed-state--half">Cannot read all of it</span>;
  return <span className="ed-state ed-state--full">Reads the sites</span>;
}
