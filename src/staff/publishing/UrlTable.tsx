import { readablePath } from '#domain/addresses/readable-path.ts';
import { Fragment, type ReactNode } from 'react';
import { englishNames } from '#domain/locales.ts';
import { siteNames } from '#domain/site-names.ts';
import { labels } from '#staff/messages/labels.ts';
import { type Entry, splitEntries } from '#staff/publishing/receipt.ts';

export const changeNames: Record<Entry['change'], string> = {
  new: 'New',
  changed: 'Changed',
  moved: 'New address',
  removed: 'Removed',
  unchanged: 'Unchanged',
  failed: 'Failed',
};

type Props = { entries: readonly Entry[]; publishedAt?: string | undefined };

/** Pages by site and language, with the change of each and its reasons; after publishing, when each was seen live. Files fold out. */
export function UrlTable({ entries, publishedAt }: Props): ReactNode {
  const { pages, files } = splitEntries(entries);
  const isAfter = publishedAt !== undefined;
  return (
    <>
      {pages.length > 0 ? <Table entries={pages} isAfter={isAfter} name="Page" /> : null}
      {files.length > 0 ? (
        <details className="ed-files">
          <summary>
            {labels.files} <span className="ed-list__count">{files.length}</span>
          </summary>
          <Table entries={files} isAfter={isAfter} name="File" />
        </details>
      ) : null}
    </>
  );
}

function Table({ entries, isAfter, name }: { entries: readonly Entry[]; isAfter: boolean; name: string }): ReactNode {
  const groups = [...Map.groupBy(entries, ({ site, locale }) => `${siteNames[site]}, ${englishNames[locale]}`)];
  return (
    <div className="ed-receipt">
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">Change</th>
            <th scope="col">Why</th>
            {isAfter ? <th scope="col">Seen live</th> : null}
          </tr>
        </thead>
        {groups.map(([group, of]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={isAfter ? 4 : 3} className="ed-receipt__group">
                {group} <span className="ed-list__count">{formatCount(of)}</span>
              </th>
            </tr>
            {of.map((entry) => (
              <Row key={entry.path} entry={entry} isAfter={isAfter} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function formatCount(entries: readonly Entry[]): string {
  const counts = Map.groupBy(entries, ({ change }) => change);
  return [...counts]
    .map(([change, of]) => `${of.length.toLocaleString('en')} ${changeNames[change].toLowerCase()}`)
    .join(', ');
}

function Row({ entry, isAfter }: { entry: Entry; isAfter: boolean }): ReactNode {
  const isLive = entry.seenLiveAt !== null && entry.change !== 'removed';
  return (
    <tr>
      <td>
        {isAfter && isLive ? (
          <a href={entry.url} target="_blank" rel="noopener">
            <Address path={entry.path} />
          </a>
        ) : (
          <Address path={entry.path} />
        )}
        {entry.from === undefined ? null : (
          <small className="ed-table__quiet">
            {' '}
            before: <Address path={entry.from} />
          </small>
        )}
      </td>
      <td>
        <span className={`ed-change ed-change--${entry.change}`}>{changeNames[entry.change]}</span>
      </td>
      <td>{entry.change === 'failed' ? <Failure entry={entry} /> : entry.reasons.join('. ')}</td>
      {isAfter ? (
        <td>
          {entry.seenLiveAt === null ? (
            '–'
          ) : (
            <a href={`${entry.url}?at=${entry.seenLiveAt}`}>
              <time dateTime={entry.seenLiveAt}>{clock(entry.seenLiveAt)}</time>
            </a>
          )}
        </td>
      ) : null}
    </tr>
  );
}

/** Where there is no room for all of it, it breaks before its slashes. */
function Address({ path }: { path: string }): ReactNode {
  return readablePath(path)
    .split(/(?<=.)(?=\/)/u)
    .map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? null : <wbr />}
        {part}
      </Fragment>
    ));
}

/** Why a page could not be rendered; an error of its content links to the module to fix. */
function Failure({ entry: { failure, repairs, locale } }: { entry: Entry }): ReactNode {
  if (repairs.length === 0) return failure;
  return (
    <ul className="ed-repairs">
      {repairs.map(({ module, field, reason, href }) => (
        <li key={`${href} ${field}`}>
          <a
            href={href}
            aria-label={`${field === '' ? module : `${module}, ${field}`}: edit in ${englishNames[locale]}`}
          >
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
  });
}
