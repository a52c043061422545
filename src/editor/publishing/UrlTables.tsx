import type { ReactNode } from 'react';
import { type Locale, englishNameOf } from '#domain/locales.ts';
import type { ActionOutput } from '../api.ts';

export type Entry = ActionOutput<'planPublish'>['entries'][number];

const changes: Record<Entry['change'], string> = {
  new: 'New',
  changed: 'Changed',
  removed: 'Removed',
  unchanged: 'Unchanged',
  failed: 'Failed',
};

const siteNames = { main: 'Main site', developer: 'Developer portal', automotive: 'Automotive site' } as const;

/** URLs by site and language, with what happens to each and why; afterwards, when each was seen live. */
export function UrlTables({ entries, publishedAt }: { entries: readonly Entry[]; publishedAt?: string }): ReactNode {
  const groups = Map.groupBy(entries, ({ site, locale }) => `${site} ${locale}`);
  return [...groups].map(([key, group]) => {
    const [first] = group;
    if (!first) return null;
    return (
      <section key={key} className="ed-receipt" aria-label={`${siteNames[first.site]}, ${englishNameOf[first.locale]}`}>
        <h3 className="ed-receipt__title">
          {siteNames[first.site]}, {englishNameOf[first.locale]}{' '}
          <span className="ed-list__count">{countOf(group)}</span>
        </h3>
        <table>
          <thead>
            <tr>
              <th scope="col">URL</th>
              <th scope="col">Change</th>
              <th scope="col">Why</th>
              {publishedAt === undefined ? null : <th scope="col">Seen live</th>}
            </tr>
          </thead>
          <tbody>
            {group.map((entry) => (
              <Row key={entry.path} entry={entry} isAfter={publishedAt !== undefined} />
            ))}
          </tbody>
        </table>
      </section>
    );
  });
}

function countOf(entries: readonly Entry[]): string {
  const counts = Map.groupBy(entries, ({ change }) => change);
  return [...counts].map(([change, of]) => `${of.length} ${changes[change].toLowerCase()}`).join(', ');
}

function Row({ entry, isAfter }: { entry: Entry; isAfter: boolean }): ReactNode {
  const isLive = entry.seenLiveAt !== null && entry.change !== 'removed';
  return (
    <tr>
      <td>
        {isAfter && isLive ? (
          <a href={entry.url} target="_blank" rel="noopener">
            {entry.path}
          </a>
        ) : (
          entry.path
        )}
      </td>
      <td>
        <span className={`ed-change ed-change--${entry.change}`}>{changes[entry.change]}</span>
      </td>
      <td>{entry.change === 'failed' ? <Failure entry={entry} /> : entry.reasons.join('. ')}</td>
      {isAfter ? (
        <td>{entry.seenLiveAt === null ? '–' : <time dateTime={entry.seenLiveAt}>{clock(entry.seenLiveAt)}</time>}</td>
      ) : null}
    </tr>
  );
}

/** Why a page could not be made; a fault of its content leads to the module that has to be mended. */
function Failure({ entry: { failure, repairs, locale } }: { entry: Entry }): ReactNode {
  if (repairs.length === 0) return failure;
  return (
    <ul className="ed-repairs">
      {repairs.map(({ module, field, reason, href }) => (
        <li key={`${href} ${field}`}>
          <a href={href} aria-label={`Edit ${module} in ${englishNameOf[locale satisfies Locale]}`}>
            {field === '' ? module : `${module}, ${field}`}
          </a>
          : {reason}
        </li>
      ))}
    </ul>
  );
}

function clock(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
}
