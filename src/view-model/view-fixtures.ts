import type { ViewContext } from './view-props.ts';
import type {
  ArticleTeaser,
  Document,
  EmployeeStory,
  Image,
  Link,
  Location,
  ProductCard,
  ProductDetail,
  ProductProperty,
  Vector,
} from './resolved.ts';
import type { RichText } from '#schema/rich-text.ts';

/** Records as the reader resolves them, for the tests of views. Words of the interface are replaced by their keys. */
export const context: ViewContext = { site: 'main', locale: 'en', t: (key) => key };

export const image: Image = {
  id: 7,
  url: '/media/7-1600.webp',
  sources: [
    { width: 480, url: '/media/7-480.webp' },
    { width: 1600, url: '/media/7-1600.webp' },
  ],
  hasAvif: false,
  width: 1600,
  height: 1200,
  alt: 'A sensor on a board',
};

export const vector: Vector = { id: 3, url: '/media/vectors/3.svg', alt: '' };

export const link: Link = { text: 'Read more', href: '/products', target: '_self', kind: 'internal' };

export const layout = { spaceLayoutTop: 'md', spaceLayoutBottom: 'none', backgroundColor: 'Grey' } as const;
export const noHeading = { title: '', lead: '', linkTitle: '', link: null };

export function richText(text: string): RichText {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

export function product(id: number, change: Partial<ProductCard> = {}): ProductCard {
  return {
    id,
    displayName: `HX4${id}`,
    href: `/products/catalog/hx4${id}`,
    status: 'active',
    tagline: 'Humidity and temperature',
    series: 'HX4',
    category: 'Humidity',
    image,
    ...change,
  };
}

export function article(id: number, change: Partial<ArticleTeaser> = {}): ArticleTeaser {
  return {
    id,
    href: `/news/${id}`,
    title: `Article ${id}`,
    lead: 'What happened',
    publishedAt: '2026-09-14T23:30:00Z',
    type: 'press_release',
    image,
    ...change,
  };
}

/** The levels of the headings in markup, in their order. */
export function headingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
}

export function story(id: number, change: Partial<EmployeeStory> = {}): EmployeeStory {
  return {
    id,
    href: null,
    title: `Story ${id}`,
    teaser: 'What she does',
    category: { id: 1, title: 'Production' },
    groups: [{ id: 1, title: 'Apprentices' }],
    hasVideo: false,
    image,
    ...change,
  };
}

export function location(id: number, change: Partial<Location> = {}): Location {
  return {
    id,
    name: `Place ${id}`,
    nameVerbose: `Company at place ${id}`,
    addressLines: ['Street 14', '8640 Rapperswil'],
    title: 'Laboratory',
    note: '',
    image,
    position: { latitude: 47.2, longitude: 8.8 },
    phone: '+41 55 000 14 00',
    email: 'info@example.org',
    ...change,
  };
}

/** A product with no more than every product has. */
export const productDetail: ProductDetail = {
  id: 1,
  displayName: 'HX41',
  name: 'HX41',
  orderCode: 'HX41-TR',
  status: 'active',
  tagline: 'Small',
  description: richText('Long'),
  features: [],
  href: '/products/catalog/hx41',
  series: { name: 'HX4', href: null },
  category: 'Humidity',
  images: [],
  videos: [],
  properties: [],
  documents: [],
  applications: [],
  related: [],
};

export function productProperty(id: number, change: Partial<ProductProperty> = {}): ProductProperty {
  return { id, group: 'primary', title: `Property ${id}`, value: '1.5', unit: 'V', number: 1.5, max: null, ...change };
}

export const document: Document = {
  id: 31,
  title: 'Data sheet HX41',
  href: '/media/hx41.pdf',
  contentDate: '2026-04-13',
  typeLabel: 'datasheet',
  size: 1_200_000,
};
