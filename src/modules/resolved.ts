/** Records as views see them: in one locale, with public URLs, and nothing that is not shown. */

export type Image = {
  id: number;
  /** The largest variant. */
  url: string;
  /** Every variant, narrowest first: immutable URLs made at upload. */
  sources: readonly { width: number; url: string }[];
  width: number;
  height: number;
  /** Empty for a decorative picture. */
  alt: string;
};

export type Vector = { id: number; url: string; alt: string };

export type Link = {
  text: string;
  href: string;
  target: '_blank' | '_self';
  kind: 'internal' | 'external' | 'download' | 'anchor';
};

export type ProductStatus = 'active' | 'nrnd' | 'upcoming' | 'obsolete' | 'last_buy' | 'new';

export type ProductCard = {
  id: number;
  displayName: string;
  /** Null when the product has no page on this site in this locale. */
  href: string | null;
  status: ProductStatus;
  tagline: string;
  series: string;
  category: string;
  image: Image | null;
};

export type Series = {
  id: number;
  name: string;
  displayName: string;
  status: ProductStatus;
  summary: string;
  href: string | null;
  image: Image | null;
};
export type Category = { id: number; slug: string; title: string };

export type ArticleTeaser = {
  id: number;
  href: string;
  title: string;
  lead: string;
  /** ISO time. */
  publishedAt: string;
  type: 'news' | 'press_release' | 'ad_hoc' | 'career_news' | 'apprentice_news';
  image: Image | null;
};

export type Document = {
  id: number;
  title: string;
  href: string | null;
  contentDate: string;
  typeLabel: string;
  size: number | null;
};
/** A page in a list of its section. */
export type PageTab = { id: number; title: string; href: string; isCurrent: boolean };
export type PageReference = { id: number; title: string; href: string };

/** The form in which each kind of reference reaches a view. Kinds without a view yet resolve to their id and title. */
export type ResolvedRecords = {
  image: Image;
  vector: Vector;
  file: { id: number; title: string; href: string };
  document: Document;
  video: { id: number; title: string; videoUrl: string };
  webinar: { id: number; title: string; url: string };
  link: Link;
  page: PageReference;
  product: ProductCard;
  series: Series;
  category: Category;
  cv: { id: number; title: string };
  location: { id: number; title: string };
  employee_story: { id: number; title: string };
  story_group: { id: number; title: string };
  story_category: { id: number; title: string };
  form: { id: number; title: string };
};
