import type { ReactNode } from 'react';
import { type Locale, englishNames } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import type { ActionOutput } from '../calls/api.ts';
import { describeCount } from '#staff/messages/count.ts';
import { ModuleName } from './ModuleName.tsx';

export type Warning = ActionOutput<'planPublish'>['warnings'][number];

/** What opens on this page; on others the link is followed. */
export type OpenHere = {
  locale: Locale;
  /** Opens a module's dialog, or the settings of the page for null, at a field. */
  open: (moduleId: number | null, field: string | null) => void;
  describe: (picture: NonNullable<Warning['picture']>) => void;
  /** Publishes the draft of a picture along, which has a text. */
  takeAlong?: (picture: NonNullable<Warning['picture']>, title: string) => void;
};

/** In their order; what blocks publishing stands before them, without a title of its own. */
const titles: Readonly<Record<Exclude<Warning['kind'], 'invalid'>, string>> = {
  link: 'Broken links',
  record: 'Deleted content',
  fact: 'Numbers that contradict a product',
  empty: 'Modules that show nothing',
  'alternative-text': 'Missing alternative text',
  translation: 'Missing translations',
  stale: 'Outdated translations',
  description: 'Missing descriptions',
  search: 'Cut off in search results',
};

/** Longer lists are collapsed. */
const glance = 4;

/** The warnings before publishing; the blocking ones first. */
export function Warnings({ warnings, here }: { warnings: readonly Warning[]; here: OpenHere }): ReactNode {
  const blocking = warnings.filter(({ isBlocking }) => isBlocking);
  const others = warnings.filter(({ isBlocking }) => !isBlocking);
  return (
    <>
      {blocking.length > 0 ? (
        <section className="ed-warnings ed-warnings--blocking" aria-label="Cannot be published">
          <h3 className="ed-warnings__title">Not everything can be published</h3>
          <p className="ed-dialog__note">
            In the languages named here, visitors go on seeing the last good version of the page.
          </p>
          <List warnings={blocking} here={here} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <section className="ed-warnings" aria-label="Warnings">
          <h3 className="ed-warnings__title">{describeCount(others.length, 'warning')}</h3>
          {getKeys(titles).map((kind) => {
            const ofKind = others.filter((warning) => warning.kind === kind);
            if (ofKind.length === 0) return null;
            return (
              <details key={kind} className="ed-warnings__kind" open={ofKind.length <= glance}>
                <summary>
                  {titles[kind]} <span className="ed-list__count">{ofKind.length}</span>
                </summary>
                <List warnings={ofKind} here={here} />
              </details>
            );
          })}
        </section>
      ) : null}
    </>
  );
}

function List({ warnings, here }: { warnings: readonly Warning[]; here: OpenHere }): ReactNode {
  return (
    <ul className="ed-changes">
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)} className="ed-changes__item">
          <span className="ed-changes__name">
            <ModuleName name={warning.moduleName} title={warning.moduleTitle} />
            {warning.field === '' ? null : <span className="ed-module-title"> · {warning.field}</span>}
          </span>
          <p className="ed-changes__what">{warning.message}</p>
          <p className="ed-places">
            {warning.picture === null ? null : <Describe picture={warning.picture} warning={warning} here={here} />}
            {warning.places.map(({ locale, href, field }) => (
              <a
                key={locale}
                className="ed-place"
                href={href}
                aria-label={`Edit in ${englishNames[locale]}: ${warning.moduleName}`}
                onClick={(event) => {
                  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
                  if (locale !== here.locale || !isPlain) return;
                  event.preventDefault();
                  here.open(warning.moduleId, field);
                }}
              >
                Edit in {englishNames[locale]}
              </a>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The text belongs to the picture, and is written there, not in the module. */
function Describe({
  picture,
  warning,
  here,
}: {
  picture: NonNullable<Warning['picture']>;
  warning: Warning;
  here: OpenHere;
}): ReactNode {
  const place = `${warning.moduleName}${warning.field === '' ? '' : `, ${warning.field}`}`;
  const { takeAlong } = here;
  const { draft } = picture;
  return draft !== null && takeAlong ? (
    <button
      type="button"
      className="ed-place"
      aria-label={`Publish the alternative text with the page: ${place}`}
      onClick={() => takeAlong(picture, draft)}
    >
      Publish it with the page
    </button>
  ) : (
    <button
      type="button"
      className="ed-place"
      aria-label={`Write the alternative text: ${place}`}
      onClick={() => here.describe(picture)}
    >
      Write the text
    </button>
  );
}
