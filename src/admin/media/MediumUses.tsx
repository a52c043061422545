import { type ReactNode, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import type { Medium } from './medium.ts';

/** The places that are shown before anybody asks for more. */
const glance = 5;

/** Where a medium is used: pages with the module, and records with the field. */
export function MediumUses({ medium: { kind, id } }: { medium: Medium }): ReactNode {
  const { value, failure, reload } = useCall('recordUses', { kind, id });
  const [isAll, setAll] = useState(false);
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  if (!value) return <p role="status">Looking for where it is used …</p>;
  if (value.total === 0) return <p className="adm-medium__uses">Used nowhere.</p>;
  const shown = isAll ? value.uses : value.uses.slice(0, glance);
  return (
    <div className="adm-medium__uses">
      <h2 className="ed-builder__heading">
        Used in {value.total === 1 ? 'one place' : `${showNumber(value.total)} places`}
      </h2>
      <ul className="adm-list">
        {shown.map((use, index) => (
          <li key={index}>
            {use.href === null ? use.title : <a href={use.href}>{use.title}</a>}{' '}
            <small>{use.kind === 'page' ? use.where : `${use.what} · ${use.where}`}</small>
          </li>
        ))}
      </ul>
      {value.uses.length > shown.length ? (
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => setAll(true)}>
          Show all {showNumber(value.uses.length)}
        </button>
      ) : null}
    </div>
  );
}
