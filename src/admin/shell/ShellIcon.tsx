import type { ReactNode } from 'react';
import type { NavigationGroup } from './navigation.ts';

/** On a grid of 16, one stroke weight. Decorative: labels are beside them. */
const paths: Readonly<
  Record<NavigationGroup['name'] | 'home' | 'menu' | 'fold' | 'search' | 'account' | 'more', string>
> = {
  home: 'M2.5 7.5L8 3l5.5 4.5M4 6.5V13h8V6.5',
  website: 'M2 3.5h12v9H2zM2 6h12',
  products: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6',
  news: 'M2.5 3h9v10h-9zM11.5 6h2v5.5a1.5 1.5 0 0 1-2 1.4M5 5.5h4M5 8h4M5 10.5h2.5',
  people:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c0-2.3 1.7-3.8 4-3.8s4 1.5 4 3.8M10.5 7.3a2 2 0 1 0-.6-3.8M11.5 9.4c1.6.3 2.5 1.6 2.5 3.6',
  partners: 'M2 13h12M3 13V6l5-3 5 3v7M6.5 13V9.5h3V13',
  investors: 'M2.5 13h11M4 11V8M8 11V4M12 11V6',
  media: 'M2 3h12v10H2zM2 11l3.5-3.5L8 10l2.5-2.5L14 11M5.5 6.2h.01',
  forms: 'M3 2.5h10v11H3zM5 5.5h6M5 8h6M5 10.5h3',
  publishing: 'M8 10.5V2.5M5 5.5l3-3 3 3M3 9.5v4h10v-4',
  team: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8zM3 13.5c0-2.6 2-4.2 5-4.2s5 1.6 5 4.2',
  menu: 'M2 4h12M2 8h12M2 12h12',
  fold: 'M2.5 3h11v10h-11zM6 3v10',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5',
  account: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8zM3 13.5c0-2.6 2-4.2 5-4.2s5 1.6 5 4.2',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
};

export function ShellIcon({ name }: { name: keyof typeof paths }): ReactNode {
  return (
    <svg className="ed-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
