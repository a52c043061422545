import type { ReactNode } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';

/** Where a record is used, with the way there. */
export function RecordUses({
  record: { kind, id, title },
  isNamed,
}: {
  record: NamedRecord;
  isNamed: boolean;
}): ReactNode {
  const { value, failure } = useCall('recordUses', { kind, id });
  if (failure) return <p className="ed-problem">{failure.message}</p>;
  if (!value) return <p role="status">Looking for where it is used …</p>;
  const name = isNamed ? `“${title}”` : 'It';
  if (value.total === 0) return <p className="ed-table__quiet">{name} is used nowhere else.</p>;
  return (
    <section aria-label={`Where ${title} is used`}>
      <p>
        {name} is used in {value.total === 1 ? 'one place' : `${showNumber(value.total)} places`}. It can be deleted
        once it is taken out there:
      </p>
      <ul className="adm-list">
        {value.uses.slice(0, 12).map((use, index) => (
          <li key={index}>
            {use.href === null ? use.title : <a href={use.href}>{use.title}</a>}{' '}
            <small>{use.kind === 'saved_section' ? `${use.what} · ${use.where}` : use.where}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
