import { type ReactNode, Suspense, lazy } from 'react';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { siteNames } from '#domain/site-names.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { describeCount } from '#staff/messages/count.ts';
import type { KindName } from '#kinds/registry.ts';
import type { OpenedRecord } from '#view-model/records.ts';
import { RecordPreview } from './RecordPreview.tsx';

const ShownBy = lazy(() => import('./ShownBy.tsx'));

/** The pages of a list that are shown at once. */
const glance = 12;

type SideProps = { kind: KindName; opened: OpenedRecord | null; children: ReactNode };

/** Beside a form: what the record belongs to, its draft, and the pages that show it. */
export function RecordSide({ kind, opened, children }: SideProps): ReactNode {
  return (
    <aside className="adm-form__side" aria-label="About it">
      {children}
      {opened?.draft ? (
        <section className="ed-panel" aria-labelledby="record-draft">
          <h2 className="ed-builder__heading" id="record-draft">
            Draft
          </h2>
          <p className="ed-table__quiet">
            Saved <Moment at={opened.draft.savedAt} />
            {opened.draft.savedBy === null ? '' : ` by ${opened.draft.savedBy}`}. Visitors do not see it yet.
          </p>
        </section>
      ) : null}
      {opened ? <RecordPreview opened={opened} /> : null}
      {opened && opened.pages.length > 0 ? (
        <Pages pages={opened.pages} />
      ) : (
        <Suspense>
          <ShownBy kind={kind} isNew={opened === null} />
        </Suspense>
      )}
    </aside>
  );
}

function Pages({ pages }: { pages: OpenedRecord['pages'] }): ReactNode {
  const sorted = pages.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const hasSites = pages.some(({ site }) => site !== pages[0]?.site);
  return (
    <section className="ed-panel" aria-labelledby="record-pages">
      <h2 className="ed-builder__heading" id="record-pages">
        Shown on
      </h2>
      <ul className="adm-list">
        {sorted.slice(0, glance).map(({ url, title, site, locale, isOwn }) => (
          <li key={url}>
            <a href={url} lang={languageCodes[locale]}>
              {title}
            </a>
            <small>
              {englishNames[locale]}
              {hasSites ? ` · ${siteNames[site]}` : ''}
              {isOwn ? ' · its own page' : ''}
            </small>
          </li>
        ))}
      </ul>
      {pages.length > glance ? (
        <p className="ed-table__quiet">And {describeCount(pages.length - glance, 'more page')}.</p>
      ) : null}
    </section>
  );
}
