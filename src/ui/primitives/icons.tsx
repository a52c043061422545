import type { ReactNode } from 'react';

/** Icons on a grid of 20, one stroke weight. They only accompany words, so assistive technology never meets them. */
const paths = {
  'arrow-right': 'M4 10h12M11 5l5 5-5 5',
  'arrow-left': 'M16 10H4M9 5l-5 5 5 5',
  'arrow-down': 'M10 4v12M5 11l5 5 5-5',
  external: 'M7 5h8v8M15 5 5 15',
  download: 'M10 3v10M5.5 8.5 10 13l4.5-4.5M4 17h12',
  chevron: 'M5 8l5 5 5-5',
  plus: 'M10 4v12M4 10h12',
  globe:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.5c2.2 2 3.2 4.6 3.2 7.5S12.2 15.5 10 17.5c-2.2-2-3.2-4.6-3.2-7.5S7.8 4.5 10 2.5Z',
  pause: 'M7 4.5v11M13 4.5v11',
  play: 'M6.5 4.5v11l9-5.5Z',
  menu: 'M3 7h14M3 13h14',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4 10.5l4 4 8-9',
  search: 'M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM12.5 12.5 17 17',
  copy: 'M7 7h9v9H7zM4 13V4h9',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className={`icon icon--${name}`} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
