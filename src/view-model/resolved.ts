import type { FocusPoint } from '#domain/media/focus-point.ts';
import type { Language } from '#domain/locales.ts';
import type { FormField } from '#domain/forms/form-fields.ts';
import type { ProductStatus, PublicationCategory } from '#domain/vocabulary.ts';
import type { RichText } from '#schema/rich-text.ts';

/** Records as views see them: in one locale, with public URLs, and nothing that is not shown. */

export type Image = {
  id: number;
  /** The largest variant. */
  url: string;
  /** Every variant, narrowest first: immutable URLs made at upload. */
  sources: readonly { width: number; url: string }[];
  /** Whether each variant exists as AVIF as well: at the same URL, which ends in `.avif`. */
  hasAvif: boolean;
  width: number;
  height: number;
  /** What stays in view where it is cropped, where somebody has said so. */
  focus?: FocusPoint;
  /** Empty for a decorative picture. */
  alt: string;
};

export type Vector = { id: number; url: string; alt: string };

export type Link = {
  text: string;
  href: string;
  target: '_blank' | '_self';
  kind: 'internal' | 'external' | 'download' | 'anchor';
  /** That of the page it leads to, where it is another one than the reader's. */
  language?: Language;
};

/** A question that customers ask often. */
export type Faq = { id: number; category: string; question: string; answer: RichText };

/** A family of products. */
export type SeriesTeaser = { id: number; name: string; displayName: string; summary: string };

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
export type Category = {
  id: number;
  slug: string;
  title: string;
  description: string;
  /** The catalog, narrowed to the category; null on sites without one. */
  href: string | null;
};

export type ProductProperty = {
  id: number;
  group: 'primary' | 'secondary';
  title: string;
  /** As the locale writes it; empty when the product has none. */
  value: string;
  unit: string;
  /** The sort key of a column: the number, or the lower end of a range. */
  number: number | null;
  /** The upper end of a range. */
  max: number | null;
};

/** A line of a product table. All lines of a table have the same properties in the same order. */
export type ProductRow = ProductCard & { orderCode: string; properties: readonly ProductProperty[] };

/** A picture of a product, or a video with the picture that is shown before it plays. */
export type ProductMedium = { kind: 'image'; image: Image } | { kind: 'video'; url: string; image: Image | null };

/** A product with everything that belongs to it. */
export type ProductDetail = {
  id: number;
  displayName: string;
  name: string;
  orderCode: string;
  status: ProductStatus;
  tagline: string;
  description: RichText;
  features: readonly string[];
  /** Null when the product has no page on this site in this locale. */
  href: string | null;
  series: { name: string; href: string | null };
  category: string;
  images: readonly Image[];
  /** Its pictures and videos, in the editors' order. */
  media: readonly ProductMedium[];
  properties: readonly ProductProperty[];
  documents: readonly Document[];
  applications: readonly { title: string; summary: string; image: Image | null }[];
  related: readonly ProductCard[];
};

/** The price of a share on a day of trading, in US dollars. */
export type Quote = {
  /** `2026-11-20` */
  day: string;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
  volume: number | null;
};

export type Publication = {
  id: number;
  title: string;
  category: PublicationCategory;
  /** ISO time. */
  publishedAt: string;
  /** Where it can be read; null while it is to be had on request. */
  href: string | null;
  /** It leads to another site. */
  isExternal: boolean;
  size: number | null;
};

type Form = {
  id: number;
  title: string;
  /** The version of the fields, by which answers are read. */
  version: number;
  fields: readonly FormField[];
  /** The site's privacy notice; null where it has none. */
  privacyHref: string | null;
};

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

export type Tag = { id: number; name: string; href: string | null };

export type Author = {
  id: number;
  name: string;
  href: string | null;
  position: string;
  bio: string;
  image: Image | null;
};

export type PostTeaser = {
  id: number;
  href: string;
  title: string;
  lead: string;
  /** ISO time. */
  publishedAt: string;
  author: Author;
  tags: readonly Tag[];
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
export type PageTab = PageReference & { isCurrent: boolean };
/** A person of the company. Experience and education have one entry a line. */
export type Cv = {
  id: number;
  name: string;
  position: string;
  image: Image | null;
  additionalText: string;
  contactUrl: string | null;
  linkedinUrl: string | null;
  summary: string;
  experience: readonly string[];
  education: readonly string[];
  organisationLevel: 'board' | 'management' | 'team' | null;
};

export type Location = {
  id: number;
  name: string;
  nameVerbose: string;
  addressLines: readonly string[];
  /** The activities at the place. */
  title: string;
  note: string;
  image: Image | null;
  /** Degrees; null for a place that no map shows. */
  position: { latitude: number; longitude: number } | null;
  phone: string | null;
  email: string | null;
};

export type Webinar = {
  id: number;
  title: string;
  url: string;
  summary: string;
  /** ISO time; null for a recording without a date. */
  startsAt: string | null;
  isPast: boolean;
};

export type EventTeaser = {
  id: number;
  /** The event's page here, else its own site, else null. */
  link: Link | null;
  /** Its own site, for those who want to take part. */
  website: string | null;
  title: string;
  summary: string;
  venue: string;
  city: string;
  /** ISO 3166 code. */
  country: string | null;
  isOnline: boolean;
  /** ISO times, shown in `timeZone`. */
  startsAt: string;
  endsAt: string;
  timeZone: string;
  image: Image | null;
};

export type Job = {
  id: number;
  title: string;
  shortDescription: string;
  /** The city, in every language the same: what links to a place name. */
  place: string;
  city: string;
  /** ISO 3166 code. */
  country: string;
  /** Such as `research-development`. */
  field: string | null;
  /** Per cent of full time; both null for full time. */
  pensumMin: number | null;
  pensumMax: number | null;
  isRemote: boolean;
  positions: readonly string[];
  directLink: string | null;
  /** ISO times: since when it is advertised, and until when, if that is known. */
  publishedAt: string;
  closesAt: string | null;
};

export type EmployeeStory = {
  id: number;
  /** Null where the story has no page that can be read on this site. */
  href: string | null;
  title: string;
  teaser: string;
  category: { id: number; title: string };
  groups: readonly { id: number; title: string }[];
  hasVideo: boolean;
  image: Image | null;
};

export type PageReference = Pick<Link, 'href' | 'language'> & { id: number; title: string };

/** The form in which each kind of reference reaches a view. Kinds without a view yet resolve to their id and title. */
export type ResolvedRecords = {
  image: Image;
  vector: Vector;
  file: { id: number; title: string; href: string; size: number };
  document: Document;
  webinar: Webinar;
  video: { id: number; title: string; videoUrl: string; image: Image | null };
  link: Link;
  /** By its type: pages show its content in the place of what names it. */
  shared_module: { id: number; title: string };
  page: PageReference;
  product: ProductCard;
  series: Series;
  category: Category;
  cv: Cv;
  location: Location;
  employee_story: EmployeeStory;
  story_group: { id: number; title: string };
  story_category: { id: number; title: string };
  form: Form;
};
