import type { ReactNode } from 'react';
import type { BrokenField } from '#domain/forms/stored-fields.ts';

/** Stored fields that cannot be parsed, and how to proceed: the builder shows the form without them. */
export function BrokenFields({ fields }: { fields: readonly BrokenField[] }): ReactNode {
  return (
    <div className="ed-problem" role="alert">
      <p>
        {fields.length === 1 ? 'One stored field' : `${fields.length} stored fields`} of this form cannot be read, so
        visitors do not see the form. What can be read is shown here: add what is missing and save, or delete the form.
      </p>
      <ul>
        {fields.map(({ position, name, problems }) => (
          <li key={position}>
            Field {position}
            {name === '' ? '' : `, “${name}”`}: {problems.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
