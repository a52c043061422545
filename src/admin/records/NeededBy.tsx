import { type ReactNode, useId } from 'react';
import type { ActionInput, ActionOutput } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { useCall } from '#staff/calls/use-call.ts';

/** So many are named. */
const glance = 12;

type Needs = ActionOutput<'findNeeds'>;

/** What cannot be published once pages or records are not on the site any more; nothing where all can. */
export function NeededBy({ leaving }: { leaving: ActionInput<'findNeeds'> }): ReactNode {
  const { value, failure, reload } = useCall('findNeeds', leaving);
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  return value ? <NeedsList needs={value} /> : <p role="status">Looking for what cannot do without …</p>;
}

/** The same, with the way to each. */
export function NeedsList({ needs }: { needs: Needs }): ReactNode {
  const id = useId();
  if (needs.length === 0) return null;
  return (
    <div className="ed-warnings" role="group" aria-labelledby={id}>
      <p id={id} className="ed-warnings__title">
        This cannot be shown after that
      </p>
      <p>
        Choose something else there, best before. Until then it cannot be published, and visitors go on seeing it as it
        is now.
      </p>
      <ul className="ed-uses__list">
        {needs.slice(0, glance).map(({ kind, what, id: use, title, where, href }) => (
          <li key={`${kind} ${use} ${where}`}>
            {href === null ? title : <a href={href}>{title}</a>}
            <small>{kind === 'page' ? where : `${what} · ${where}`}</small>
          </li>
        ))}
      </ul>
      {needs.length > glance ? <p>And {describeCount(needs.length - glance, 'more place')}.</p> : null}
    </div>
  );
}
