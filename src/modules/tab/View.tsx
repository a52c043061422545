import type { ReactNode } from 'react';
import { Island } from '#ui/islands/Island.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { TabBar, type TabLink } from '#ui/tabs/TabBar.tsx';
import { keepQuery } from '#ui/tabs/keep-query.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { Link } from '#view-model/resolved.ts';
import type { tab } from './schema.ts';
import './tab.css';

/** The tabs of a section: its pages, or links chosen by hand. */
export function View({ id, data, lists, context }: ViewProps<typeof tab>): ReactNode {
  const { t } = context;
  const pages = getListItems('pages', lists['pages']);
  const links: TabLink[] =
    data.source === 'manual'
      ? data.tabs.map(({ link, linkTitle }) => ({
          text: linkTitle || link.text,
          href: link.href,
          kind: getLinkKind(link),
          isCurrent: false,
          language: link.language,
        }))
      : pages.map(({ title, href, isCurrent, language }) => ({ text: title, href, kind: 'page', isCurrent, language }));
  const tabs = links.map((link) =>
    link.kind === 'page' ? { ...link, href: keepQuery(link.href, context.query ?? '') } : link,
  );
  return (
    <ModuleSection id={id} type="TAB" data={data} className="tab" context={context}>
      <Island
        name="TabBar"
        component={TabBar}
        id={`module-${id}-island`}
        props={{
          tabs,
          words: {
            label: t('tabs.label'),
            back: t('tabs.back'),
            forward: t('tabs.forward'),
            newTab: t('link.newTab'),
          },
        }}
        slots={{}}
      />
    </ModuleSection>
  );
}

/** Only a page of this site takes the query along; one of another site of the company is a page of another origin. */
function getLinkKind({ kind, href, target }: Link): TabLink['kind'] {
  if (kind === 'anchor' || kind === 'download') return kind;
  return kind === 'external' || target === '_blank' || !href.startsWith('/') ? 'external' : 'page';
}
