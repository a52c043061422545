import type { Language, Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { SocialNetwork } from '#domain/social-networks.ts';
import type { ArticleTeaser, Document, Image } from './resolved.ts';
import type { RichText } from '#schema/rich-text.ts';

/** Everything around a page's content, in one locale. Made by the content reader; layouts only show it. */
export type Frame = {
  site: SiteId;
  locale: Locale;
  siteName: string;
  tagline: string;
  copyright: string;
  homeHref: string;
  /** The search page; null on a site without one. */
  searchHref: string | null;
  menus: { main: readonly MenuItem[]; footer: readonly MenuItem[]; legal: readonly MenuItem[] };
  /** The privacy notice, which forms name; null on a site without one. */
  privacyHref: string | null;
  socialLinks: readonly { network: SocialNetwork; url: string }[];
  /** Every locale that this page exists in, in the site's order. */
  languages: readonly { locale: Locale; href: string; current: boolean }[];
  /** What the page was asked with, where it is made for a request and not published: `?query=hx4`. */
  query?: string;
  /** From the home page to this page; the last one is this page and has no link. Empty on the home page. */
  breadcrumbs: readonly { title: string; href: string | null; language?: Language }[];
  head: Head;
  /** The record that the page is made of, with the name of its kind, for those who edit it. */
  record?: { kind: string; name: string; id: number };
};

/** The part of it that is the same on every page of a site and locale. */
export type SharedFrame = Omit<Frame, 'languages' | 'breadcrumbs' | 'head' | 'query' | 'record'>;

export type MenuItem = {
  id: string;
  label: string;
  description: string;
  href: string | null;
  external: boolean;
  /** That of the page it leads to, where it is another one than the reader's. */
  language?: Language;
  children: readonly MenuItem[];
};

export type Head = {
  title: string;
  description: string;
  /** Absolute. */
  canonical: string;
  /** Absolute URLs by BCP 47 language, `x-default` included. */
  alternates: readonly { language: string; href: string }[];
  openGraph: {
    type: 'website' | 'article' | 'product';
    title: string;
    description: string;
    image: { url: string; alt: string } | null;
  };
  jsonLd: readonly Record<string, unknown>[];
  noindex: boolean;
  /** The RSS feed of this locale. */
  feed: { title: string; href: string } | null;
};

/** A news article's own page. */
export type ArticleDetail = {
  id: number;
  title: string;
  lead: string;
  body: RichText;
  type: ArticleTeaser['type'];
  publishedAt: string;
  image: Image | null;
  documents: readonly Document[];
  backHref: string;
  latest: readonly ArticleTeaser[];
};
