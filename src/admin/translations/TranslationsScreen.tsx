import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type TargetLocale, englishNames, isTargetLocale } from '#domain/locales.ts';
import { siteNames } from '#domain/site-names.ts';
import { type SiteId, getLocales, isSiteId, siteIds } from '#domain/sites.ts';
import { capital, isKindName } from '#kinds/registry.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { describeCount } from '#staff/messages/count.ts';
import type { TranslationCounts } from '#view-model/translations.ts';
import { useTitle } from '../forms/use-title.ts';
import { FilterBar } from '../shell/FilterBar.tsx';
import { ListTable } from '../shell/ListTable.tsx';
import { ShowOlder } from '../shell/ShowOlder.tsx';
import { stateNames } from './state-names.ts';
import { type AskedState, type TranslationFilter, formatFilter, readFilter } from './translation-filter.ts';

type Matrix = ActionOutput<'listTranslations'>;

const askedStates: Readonly<Record<AskedState, string>> = {
  'to-do': 'Something to do',
  stale: stateNames.stale,
  absent: stateNames.absent,
  partly: stateNames.partly,
};

/** How far the pages and records of a site are in each language, those with most to do first. */
export default function TranslationsScreen({ site }: { site: SiteId }): ReactNode {
  useTitle('Translations');
  const [filter, setFilter] = useState(() => readFilter(location.search, site));
  const { value, current, failure, isLoading, reload } = useCall('listTranslations', { ...filter, offset: 0 });
  const choose = (next: TranslationFilter) => {
    history.replaceState(null, '', formatFilter(next));
    setFilter(next);
  };
  const hasLanguages = getLocales(filter.site).length > 1;
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Translations</h1>
      </div>
      <Filters filter={filter} kinds={value?.kinds ?? []} onChange={choose} />
      <p className="ed-picker__status" role="status">
        {isLoading ? 'Loading …' : null}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {current && !current.isCounted ? (
        <p className="ed-notice" role="status">
          Much has changed, and not all of it is counted yet.{' '}
          <button type="button" className="ed-button ed-button--small" onClick={reload}>
            Count the rest
          </button>
        </p>
      ) : null}
      {current && !hasLanguages ? (
        <p className="ed-screen__empty">{siteNames[filter.site]} is offered in English only.</p>
      ) : null}
      {current && hasLanguages ? <Rows key={JSON.stringify(filter)} first={current} filter={filter} /> : null}
    </main>
  );
}

type FilterProps = {
  filter: TranslationFilter;
  kinds: Matrix['kinds'];
  onChange: (filter: TranslationFilter) => void;
};

function Filters({ filter, kinds, onChange }: FilterProps): ReactNode {
  const choice = (
    label: string,
    value: string | null,
    all: string | null,
    options: readonly (readonly [string, string])[],
    choose: (value: string) => void,
  ) => (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={value ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {all === null ? null : <option value="">{all}</option>}
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
  const set = [filter.locale, filter.kind, filter.state].filter((one) => one !== null).length;
  return (
    <FilterBar count={set} isSearch>
      {choice(
        'Site',
        filter.site,
        null,
        siteIds.map((id) => [id, siteNames[id]] as const),
        (id) => isSiteId(id) && onChange({ ...filter, site: id, locale: null }),
      )}
      {choice(
        'Language',
        filter.locale,
        'All',
        getLocales(filter.site)
          .filter(isTargetLocale)
          .map((locale) => [locale, englishNames[locale]] as const),
        (locale) => onChange({ ...filter, locale: isTargetLocale(locale) ? locale : null }),
      )}
      {choice(
        'What',
        filter.kind,
        'Everything',
        kinds.map(({ kind, name }) => [kind, capital(name)] as const),
        (kind) => onChange({ ...filter, kind: isKindName(kind) ? kind : null }),
      )}
      {choice('State', filter.state, 'Any', Object.entries(askedStates), (state) =>
        onChange({ ...filter, state: readFilter(`?state=${state}`, filter.site).state }),
      )}
    </FilterBar>
  );
}

type RowsProps = { first: Matrix; filter: TranslationFilter };

function Rows({ first, filter }: RowsProps): ReactNode {
  const [more, setMore] = useState<Matrix['items']>([]);
  const { failure, isBusy, send } = useSend();
  const items = [...first.items, ...more];
  if (items.length === 0) {
    return <p className="ed-screen__empty">Nothing matches. Choose another language, kind or state.</p>;
  }
  const showMore = () =>
    send(
      () => call('listTranslations', { ...filter, offset: items.length }),
      (next) => setMore([...more, ...next.items]),
    );
  return (
    <>
      <ListTable
        label="Translations"
        columns={['Title', 'Kind', ...first.locales.map((locale) => englishNames[locale])]}
        className="ed-table adm-translations"
      >
        <tr className="adm-translations__sums">
          <th scope="row" colSpan={2}>
            {describeCount(first.total, 'page or entry', 'pages and entries')}
          </th>
          {first.locales.map((locale) => (
            <td key={locale}>
              <span className="adm-translations__language">{englishNames[locale]}</span>
              <Counts counts={first.sums[locale]} />
            </td>
          ))}
        </tr>
        {items.map(({ kind, kindName, id, title, locales }) => (
          <tr key={`${kind}:${id}`}>
            <th scope="row">{title}</th>
            <td>{capital(kindName)}</td>
            {first.locales.map((locale) => (
              <td key={locale}>
                <span className="adm-translations__language">{englishNames[locale]}</span>
                <Cell {...{ kind, id, title, locale }} counts={locales[locale]} />
              </td>
            ))}
          </tr>
        ))}
      </ListTable>
      <ShowOlder {...{ failure, isBusy }} hasMore={items.length < first.total} label="Show more" onShow={showMore} />
    </>
  );
}

type CellProps = {
  kind: string;
  id: number | string;
  title: string;
  locale: TargetLocale;
  counts: TranslationCounts | undefined;
};

function Cell({ kind, id, title, locale, counts }: CellProps): ReactNode {
  if (counts === undefined) return null;
  return (
    <a href={adminPaths.translation(kind, id, locale)} aria-label={`${title}, ${englishNames[locale]}`}>
      <Counts counts={counts} />
    </a>
  );
}

/** What is to do, in words; a tick where that is nothing. */
function Counts({ counts }: { counts: TranslationCounts | undefined }): ReactNode {
  if (counts === undefined) return null;
  const { stale, absent, partly, words } = counts;
  const parts = [
    stale > 0 ? `${stale.toLocaleString('en')} outdated` : null,
    absent > 0 ? `${absent.toLocaleString('en')} not translated` : null,
    partly > 0 ? `${partly.toLocaleString('en')} as in English` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return <span className="adm-translations__done">✓ Done</span>;
  return (
    <span className={stale + absent > 0 ? 'adm-translations__open' : undefined}>
      {parts.join(', ')}
      {words > 0 ? <span className="adm-translations__words">{describeCount(words, 'word')}</span> : null}
    </span>
  );
}
