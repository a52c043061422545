import { type ReactNode } from 'react';
import type { SiteId } from '#domain/sites.ts';
import { Failure } from '#editor/form/Failure.tsx';
import { PickerPages } from '#editor/form/PickerPages.tsx';
import { pickerPageSize } from '#editor/form/records.ts';
import { usePickerSearch } from '#editor/form/use-picker-search.ts';
import { siteNames } from '#editor/site-names.ts';
import { SearchField } from '../forms/SearchField.tsx';
import { useCall } from '../forms/use-call.ts';
import { useTitle } from '../forms/use-title.ts';

/** The pages of all sites; those of this site lead to their drafts, where they are edited. */
export default function PagesList({ site }: { site: SiteId }): ReactNode {
  useTitle('Pages');
  const { search, setSearch, asked, setPage, shown } = usePickerSearch('page');
  const { value, failure, isLoading, reload } = useCall('fetchPages', { ...asked, site });
  const pages = value?.results ?? [];
  const count = value?.count ?? shown?.count ?? 0;
  return (
    <main className="ed-screen__main adm-wide">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Pages</h1>
      </div>
      <div className="ed-screen__search">
        <SearchField label="Search pages" placeholder="A word of the title" value={search} onChange={setSearch} />
      </div>
      <p className="adm-count" role="status">
        {value === null && isLoading ? 'Loading …' : `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value && count === 0 ? <p className="ed-screen__empty">No page matches “{search}”.</p> : null}
      {pages.length > 0 ? (
        <div className="ed-table adm-table" role="region" aria-label="Pages" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Site</th>
                <th scope="col">Address</th>
              </tr>
            </thead>
            <tbody>
              {pages.map(({ id, title, url, site: of }) => (
                <tr key={id}>
                  <th scope="row">
                    {url !== null && of === site ? (
                      <a className="adm-table__title" href={`${url}?draft=true`}>
                        {title}
                      </a>
                    ) : (
                      title
                    )}
                  </th>
                  <td data-label="Site" className="ed-table__quiet">
                    {siteNames[of]}
                  </td>
                  <td data-label="Address" className="ed-table__quiet">
                    {url}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <PickerPages page={asked.page} pages={Math.ceil(count / pickerPageSize)} onPage={setPage} />
    </main>
  );
}
