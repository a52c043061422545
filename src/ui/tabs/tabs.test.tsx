import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { TabBar, type TabLink } from './TabBar.tsx';
import { TabPanels } from './TabPanels.tsx';

const words = { label: 'Section', back: 'Back', forward: 'Forward', newTab: 'opens in a new tab' };

describe('a bar of tabs', () => {
  const tab = (change: Partial<TabLink>): TabLink => ({
    text: 'A',
    href: '/a',
    kind: 'page',
    isCurrent: false,
    ...change,
  });
  const render = (...tabs: TabLink[]) => markup(TabBar, { tabs, words });

  it('is made of links, and says which page one is on', () => {
    const html = render(tab({}), tab({ href: '/b', isCurrent: true }));
    expect(html).toContain('<nav class="tab-bar" aria-label="Section">');
    expect(html).toContain('href="/a">A</a>');
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  });

  it('opens external links in a new tab, and says so', () => {
    const html = render(tab({ kind: 'external', href: 'https://example.org/' }));
    expect(html).toContain('target="_blank" rel="noopener"');
    expect(html).toContain('opens in a new tab');
    expect(render(tab({}))).not.toContain('_blank');
  });

  it('has no arrows before it is known to overflow', () => {
    expect(render(tab({}))).not.toContain('<button');
  });
});

describe('panels with tabs', () => {
  const tabs = [
    { id: 'one', title: 'One' },
    { id: 'two', title: 'Two' },
  ];
  const html = markup(() => <TabPanels tabs={tabs} words={words} panel0={<p>1</p>} panel1={<p>2</p>} />, {});

  it('are sections with links to them before any script runs', () => {
    expect(html).toContain('href="#one"');
    expect(html).toContain('<div id="two" class="tab-panels__panel"><p>2</p></div>');
    expect(html).not.toContain('role="tab');
  });
});
