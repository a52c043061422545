import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { Island } from '../../islands/Island.tsx';
import { SmartSearch } from '../../search/SmartSearch.tsx';
import { pickSearchTexts } from '#ui/search/search-texts.ts';
import type { SmartSearchContent } from '#view-model/screens/search.ts';

/** A search that answers while a visitor types. */
export function SmartSearchScreen({
  action,
  suggestions,
  context: { t, locale },
}: SmartSearchContent & { context: ViewContext }): ReactNode {
  return (
    <div className="search-screen">
      <Island
        name="SmartSearch"
        component={SmartSearch}
        id="smart-search"
        props={{ action, locale, suggestions, words: pickSearchTexts(t) }}
        slots={{}}
      />
    </div>
  );
}
