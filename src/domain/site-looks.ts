import type { SiteId } from './sites.ts';

type Look = {
  /** How browsers and search engines mark the site: its icon, a public file, and its colour. */
  icon: string;
  themeColor: string;
  /** The colours of its mark, as in its icon. */
  mark: { background: string; foreground: string };
};

export const siteLooks: Readonly<Record<SiteId, Look>> = {
  main: { icon: '/favicon.svg', themeColor: '#ffffff', mark: { background: '#007a53', foreground: '#ffffff' } },
  developer: {
    icon: '/favicon-developer.svg',
    themeColor: '#22282b',
    mark: { background: '#22282b', foreground: '#1fc28b' },
  },
  automotive: {
    icon: '/favicon-automotive.svg',
    themeColor: '#e2590b',
    mark: { background: '#e2590b', foreground: '#22282b' },
  },
};
