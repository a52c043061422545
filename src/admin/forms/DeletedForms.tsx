import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { useCall } from '#staff/calls/use-call.ts';

/** Deleted forms that still have submissions. */
export function DeletedForms(): ReactNode {
  const { value } = useCall('findDeletedForms', {});
  if (!value || value.length === 0) return null;
  return (
    <section className="ed-panel" aria-labelledby="ed-deleted-forms">
      <h2 className="ed-builder__heading" id="ed-deleted-forms">
        Deleted forms
      </h2>
      <p className="ed-builder__hint">What visitors sent with them is kept until its time has come.</p>
      <ul className="ed-recipients">
        {value.map(({ id, title, total, unread }) => (
          <li key={id}>
            <span>
              <a href={adminPaths.submissions(id)}>{title}</a>
              <small>
                {total === 1 ? '1 submission' : `${showNumber(total)} submissions`}
                {unread > 0 ? `, ${showNumber(unread)} unread` : ''}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
