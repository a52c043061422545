import type { ReactNode } from 'react';
import { getDefinition, isRegisteredType } from './definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
import type { BrokenModule } from './placed.ts';

/**
 * Replaces a module of a draft that cannot be shown, and names module, field, reason and remedy. Only drafts have it;
 * its style is in the editor's stylesheet.
 */
export function BrokenNotice({ module: { id, type, problems } }: { module: BrokenModule }): ReactNode {
  const definition = isRegisteredType(type) ? getDefinition(type) : null;
  const name = definition?.displayName ?? type;
  const first = problems.find(({ field }) => field !== '');
  return (
    <section
      id={`module-${id}`}
      className="ed-broken"
      lang="en"
      data-module-id={id}
      data-module-type={type}
      aria-label={`${name} cannot be shown`}
    >
      <p className="ed-broken__title">{name} cannot be shown</p>
      <ul className="ed-broken__list">
        {problems.map(({ field, reason }) => {
          const label = definition ? fieldLabel(definition.schema, field === '' ? [] : field.split('.')) : field;
          return (
            <li key={`${field} ${reason}`}>
              {label === '' ? null : <strong>{label}: </strong>}
              {reason}
            </li>
          );
        })}
      </ul>
      <p className="ed-broken__note">Visitors go on seeing the last published version of this page.</p>
      {definition ? (
        <a
          className="ed-broken__edit"
          href={`?draft=true&show_modal=true&module_id=${id}${first ? `&module_field=${first.field}` : ''}`}
        >
          Edit module
        </a>
      ) : null}
    </section>
  );
}
