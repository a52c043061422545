import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { englishNames, locales } from '#domain/locales.ts';
import { siteIds, withLocale } from '#domain/sites.ts';
import { type PageCell, partsOfCell } from '#domain/pages/page-cell.ts';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { siteNames } from '#domain/site-names.ts';
import { capital, isRecordKind, getKindNames } from '#kinds/registry.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Release = ActionOutput<'openRelease'>;
type Item = ActionInput<'takeOutOfRelease'>['item'];

type Line = {
  key: string;
  item: Item | null;
  title: string;
  what: string;
  note: string | null;
  /** Where it is worked on, once it is a draft again. */
  href: string | null;
  /** Where it is seen as the release has it. */
  preview: string | null;
  savedAt: string;
  savedBy: string | null;
};

type Props = { release: Release; isOpen: boolean; onChanged: () => void };

/** The drafts of a release, with what can be done to each. */
export function ReleaseItems({ release, isOpen, onChanged }: Props): ReactNode {
  /** Why something was refused, and what was shown then. */
  const [refused, setRefused] = useState<{ release: Release; failure: CallFailure } | null>(null);
  const failure = refused?.release === release ? refused.failure : null;
  const lines = makeLines(release);
  const takeOut = async (line: Line, to: 'draft' | 'nowhere' | 'work', then: () => void) => {
    const { item, savedAt } = line;
    if (!item) return;
    const answer = await call('takeOutOfRelease', { release: release.id, item, to, savedAt });
    setRefused(answer.ok ? null : { release, failure: answer.failure });
    if (answer.ok) then();
  };
  if (lines.length === 0) {
    return (
      <p className="ed-screen__empty">
        Nothing is in this release yet. Add drafts with “Add to release”: in the bar of a page, in the form of an entry,
        or for chosen entries of a list.
      </p>
    );
  }
  return (
    <>
      {failure ? <Failure failure={failure} onReload={onChanged} /> : null}
      <ListTable label="Drafts of the release" columns={['Draft', 'What', 'Added']} unseen="Actions" isTight>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">
              {isOpen && line.preview !== null ? <a href={line.preview}>{line.title}</a> : line.title}
              {line.note === null ? null : <small>{line.note}</small>}
            </th>
            <td data-label="What">{line.what}</td>
            <td data-label="Added">
              <Moment at={line.savedAt} />
              {line.savedBy === null ? null : <small>{line.savedBy}</small>}
            </td>
            <td>{isOpen ? <Tools line={line} onChanged={onChanged} onTakeOut={takeOut} /> : null}</td>
          </tr>
        ))}
      </ListTable>
    </>
  );
}

type ToolsProps = {
  line: Line;
  onChanged: () => void;
  onTakeOut: (line: Line, to: 'draft' | 'nowhere' | 'work', then: () => void) => Promise<void>;
};

function Tools({ line, onChanged, onTakeOut }: ToolsProps): ReactNode {
  const { item, title, href } = line;
  if (!item) return null;
  const tool = (label: string, act: () => void) => (
    <button
      type="button"
      className="ed-button ed-button--small ed-button--quiet"
      aria-label={`${label}: ${title}`}
      onClick={act}
    >
      {label}
    </button>
  );
  return (
    <div className="ed-table__tools ed-table__tools--wrap">
      {href === null
        ? null
        : tool('Edit', () => void onTakeOut(line, 'page' in item ? 'work' : 'draft', () => location.assign(href)))}
      {tool('Take out', () => void onTakeOut(line, 'draft', onChanged))}
      {tool('Discard', () => void onTakeOut(line, 'nowhere', onChanged))}
    </div>
  );
}

/**
 * What of a page is in a release.
 *
 * @example describeCells(['structure', '12:de', '14:de']) // '3 parts: for all languages, German'
 */
function describeCells(cells: readonly PageCell[]): string {
  const languages = cells.map((cell) => {
    const parts = partsOfCell(cell);
    return parts && 'locale' in parts ? englishNames[parts.locale] : 'for all languages';
  });
  return `${describeCount(cells.length, 'part')}: ${[...new Set(languages)].join(', ')}`;
}

/** The address in English, as the title is, or in the first language that the page has. */
function formatAddress(paths: Release['pageItems'][number]['paths']): string {
  const locale = locales.find((each) => paths[each] !== undefined);
  return locale === undefined ? '' : withLocale(locale, paths[locale] ?? '');
}

function makeLines({ pageItems, recordItems }: Release): Line[] {
  const placeOf = ({ site }: Release['pageItems'][number]) => (site === null ? siteIds.length : siteIds.indexOf(site));
  return [
    // One site after the other, each in the order of its titles.
    ...pageItems
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map(
        ({
          id,
          title,
          site,
          exists,
          isRemoval,
          cells,
          isNew,
          hasDraft,
          href,
          preview,
          savedAt,
          savedBy,
          paths,
        }): Line => ({
          key: `page ${id}`,
          item: { page: id },
          title,
          what: isRemoval
            ? 'Page, leaves the site'
            : `${isNew ? 'New page' : 'Page'}${cells === null ? '' : `, ${describeCells(cells)}`}`,
          note: exists
            ? [site === null ? '' : siteNames[site], formatAddress(paths), hasDraft ? 'has another draft as well' : '']
                .filter(Boolean)
                .join(' · ')
            : 'This page was deleted: discard it here.',
          href: exists && !isRemoval ? href : null,
          preview: exists ? preview : null,
          savedAt,
          savedBy,
        }),
      ),
    ...recordItems.flatMap(({ kind, id, title, isNew, savedAt, savedBy }): Line[] => {
      if (!isRecordKind(kind)) return [];
      const { one } = getKindNames(kind);
      return [
        {
          key: `${kind} ${id}`,
          item: { kind, id },
          title,
          what: isNew ? `New ${one}` : capital(one),
          note: null,
          href: adminPaths.record(kind, id),
          preview: null,
          savedAt,
          savedBy,
        },
      ];
    }),
  ];
}
