import { describe, expect, it } from 'vitest';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import type { Frame, MenuItem } from '#view-model/frame.ts';
import { markup } from './markup.ts';
import { sharedMarkup } from './shared-markup.ts';

const t = (key: string) => key;

function item(id: string, change: Partial<MenuItem> = {}): MenuItem {
  return { id, label: id, description: '', href: `/${id}`, external: false, children: [], ...change };
}

const frame: Frame = {
  site: 'main',
  locale: 'en',
  siteName: 'Ostrevo',
  tagline: 'Sensors',
  copyright: '© Ostrevo AG',
  searchHref: '/search',
  homeHref: '/',
  menus: {
    main: [
      item('products', {
        href: null,
        children: [item('hx4'), item('shop', { external: true }), item('deutsch', { language: 'de' })],
      }),
      item('career'),
    ],
    footer: [],
    legal: [item('imprint')],
  },
  privacyHref: '/privacy',
  socialLinks: [],
  languages: [
    { locale: 'en', href: '/', current: true },
    { locale: 'jp', href: '/jp', current: false },
  ],
  breadcrumbs: [
    { title: 'Home', href: '/' },
    { title: 'A < B', href: null },
  ],
  head: {
    title: '',
    description: '',
    canonical: '',
    alternates: [],
    openGraph: { type: 'website', title: '', description: '', image: null },
    jsonLd: [],
    noindex: false,
    feed: null,
  },
};

describe('header and footer', () => {
  it('hold every entry of the menus, with one section open at a time and no script', () => {
    const { header, footer } = sharedMarkup(frame);
    expect(header).toContain('<details class="site-menu__section" name="site-menu">');
    for (const href of ['/hx4', '/shop', '/career']) expect(header).toContain(`href="${href}"`);
    expect(header).toContain('href="/shop" target="_blank" rel="noopener"');
    expect(header).toContain('href="/deutsch" hrefLang="de"');
    expect(footer).toContain('href="/imprint"');
    expect(header + footer).not.toMatch(/ style=| on\w+=/);
  });

  it('are one object for all pages with the same inputs, and rendered again when an input differs', () => {
    const first = sharedMarkup(frame);
    const another: Frame = { ...frame, breadcrumbs: [], languages: [] };
    expect(sharedMarkup(another)).toBe(first);
    const renamed = sharedMarkup({ ...frame, siteName: 'Ostrevo Automotive' });
    expect(renamed.header).toContain('<strong>Ostrevo</strong><span> Automotive</span>');
    expect(sharedMarkup(frame).header).toBe(first.header);
  });
});

describe('language switcher', () => {
  it('names each language in its own script and leads to the same page', () => {
    const html = markup(LanguageSwitcher, { languages: frame.languages, t });
    expect(html).toContain('<a data-keep-query="" href="/jp" lang="ja" hrefLang="ja">日本語</a>');
    expect(html).toContain('aria-current="true">English</a>');
  });

  it('is absent where there is one language', () => {
    expect(markup(LanguageSwitcher, { languages: frame.languages.slice(0, 1), t })).toBe('');
  });
});

describe('breadcrumbs', () => {
  it('end with this page, which is no link', () => {
    const html = markup(Breadcrumbs, { breadcrumbs: frame.breadcrumbs, t });
    expect(html).toContain('<a href="/">Home</a>');
    expect(html).toContain('<span aria-current="page">A &lt; B</span>');
    expect(markup(Breadcrumbs, { breadcrumbs: [], t })).toBe('');
  });
});
