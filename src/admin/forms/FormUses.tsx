import type { ReactNode } from 'react';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import type { FormUse } from '#forms/form-uses.ts';
import { siteNames } from '#domain/site-names.ts';
import { siteHere } from '#staff/calls/editor-site.ts';

/** The pages that use a form. Those of this site link to their drafts. */
export function FormUses({ uses }: { uses: readonly FormUse[] }): ReactNode {
  return (
    <ul className="ed-uses__list">
      {uses.map((use) => {
        const path = withLocale(use.locale, use.path);
        return (
          <li key={`${use.pageId} ${use.locale}`}>
            <span lang={languageCodes[use.locale]}>
              {use.site === siteHere() ? <a href={`${path}?draft=true`}>{use.title}</a> : use.title}
            </span>
            <small>{[siteNames[use.site], englishNames[use.locale], path, describeState(use)].join(' · ')}</small>
          </li>
        );
      })}
    </ul>
  );
}

function describeState({ isDraft, isLive }: FormUse): string {
  if (!isDraft) return 'live, removed in the draft';
  return isLive ? 'live' : 'in the draft only';
}
