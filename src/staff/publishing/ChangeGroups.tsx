import { readablePath } from '#domain/addresses/readable-path.ts';
import type { ReactNode } from 'react';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { ActionOutput } from '../calls/api.ts';
import { ChangedWords } from '../differences/ChangedWords.tsx';
import { siteNames } from '#domain/site-names.ts';

export type Plan = Pick<ActionOutput<'planPublish'>, 'entries' | 'groups'>;
type Group = Plan['groups'][number];
type Change = Group['changes'][number];

type Props = {
  plan: Plan;
  /** Opens pages before and after. */
  onLook: (group: Group) => void;
};

const placeNames: Record<Change['place'], string> = {
  head: 'For search engines and sharing',
  header: 'In the header',
  content: 'On the page',
  footer: 'In the footer',
  order: 'Moved on the page',
};

/** More lines are counted. */
const glance = 4;

/** In what pages will differ: the same change once, with the number of its pages, the words that differ marked. */
export function ChangeGroups({ plan, onLook }: Props): ReactNode {
  if (plan.groups.length === 0) return null;
  return (
    <section className="ed-groups" aria-label="What will look different">
      {plan.groups.map((group) => (
        <div key={group.entries.join(' ')} className="ed-groups__item">
          <h3 className="ed-groups__title">{formatTitle(plan, group)}</h3>
          <dl className="ed-groups__lines">
            {group.changes.slice(0, glance).map((change, index) => (
              <Line
                key={`${index}`}
                {...{ change }}
                isBelow={group.changes[index - 1]?.place === change.place}
                language={languageCodes[plan.entries[group.entries[0] ?? 0]?.locale ?? 'en']}
              />
            ))}
          </dl>
          {group.changes.length > glance ? (
            <p className="ed-table__quiet">And {morePlaces(group.changes.length - glance)}.</p>
          ) : null}
          <button
            type="button"
            className="ed-button ed-button--small"
            aria-haspopup="dialog"
            onClick={() => onLook(group)}
          >
            Look at before and after<span className="ed-unseen">: {formatTitle(plan, group)}</span>
          </button>
        </div>
      ))}
    </section>
  );
}

function formatTitle({ entries }: Plan, group: Group): string {
  const first = entries[group.entries[0] ?? 0];
  if (!first) return '';
  const name = `${readablePath(first.path)}, ${englishNames[first.locale]}, ${siteNames[first.site]}`;
  return group.entries.length === 1 ? name : `${showNumber(group.entries.length)} pages, such as ${name}`;
}

function morePlaces(count: number): string {
  return count === 1 ? '1 more place' : `${showNumber(count)} more places`;
}

type LineProps = {
  change: Change;
  /** Whether the line above is of the same place, and has said so. */
  isBelow: boolean;
  language: string;
};

function Line({ change: { place, name, before, after }, isBelow, language }: LineProps): ReactNode {
  return (
    <>
      {isBelow ? null : <dt>{placeNames[place]}</dt>}
      <dd lang={language}>
        {name === undefined ? null : (
          <b className="ed-groups__name" lang={place === 'head' ? 'en' : undefined}>
            {name}:{' '}
          </b>
        )}
        <ChangedWords {...{ before, after, language }} />
      </dd>
    </>
  );
}
