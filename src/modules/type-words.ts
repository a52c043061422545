import type { RegisteredType } from './definitions.ts';

/** How editors choose a type of module: groups in the order in which they are listed, and other words for each type. */

export const typeGroups = [
  'Headers',
  'Texts',
  'Pictures and videos',
  'Cards and links',
  'Products',
  'News and events',
  'People and jobs',
  'Contact and forms',
  'Downloads and investors',
] as const;
export type TypeGroup = (typeof typeGroups)[number];

type Words = {
  group: TypeGroup;
  /** What other websites and editors call it. */
  also: readonly string[];
};

const typeWords: Readonly<Partial<Record<RegisteredType, Words>>> = {
  HERO: { group: 'Headers', also: ['banner', 'stage'] },
  LINK_HERO: { group: 'Headers', also: ['banner', 'stage'] },
  APPLICATION_HEADER: { group: 'Headers', also: ['banner', 'stage'] },
  TEXT_HEADER: { group: 'Headers', also: ['banner', 'headline'] },
  SECONDARY_HEADER: { group: 'Headers', also: ['title'] },
  TEXT_BLOCK: { group: 'Texts', also: ['paragraph', 'rich text'] },
  ACCORDION: { group: 'Texts', also: ['FAQ', 'questions', 'toggle'] },
  MANUAL_TABS: { group: 'Texts', also: ['tab panel', 'sections'] },
  TAB: { group: 'Texts', also: ['navigation', 'sub-navigation', 'subpages'] },
  QUOTE: { group: 'Texts', also: ['testimonial'] },
  KEY_FIGURES: { group: 'Texts', also: ['numbers', 'statistics', 'facts'] },
  IMAGE_GROUP: { group: 'Pictures and videos', also: ['gallery', 'photo', 'picture'] },
  FULL_WIDTH_SLIDER: { group: 'Pictures and videos', also: ['gallery', 'carousel', 'slideshow', 'banner'] },
  SLIDER: { group: 'Pictures and videos', also: ['carousel', 'slideshow', 'steps'] },
  VIDEO_GROUP: { group: 'Pictures and videos', also: ['film', 'YouTube'] },
  MEDIA_TEASER: { group: 'Pictures and videos', also: ['gallery', 'carousel', 'video teaser'] },
  CTA_BLOCK: { group: 'Pictures and videos', also: ['image and text', 'columns'] },
  PARTNERS: { group: 'Pictures and videos', also: ['logos', 'customers'] },
  CARD_GROUP: { group: 'Cards and links', also: ['tiles', 'teaser', 'grid', 'columns', 'call to action'] },
  BENEFITS: { group: 'Cards and links', also: ['columns', 'features', 'advantages', 'icons'] },
  INTERRUPTER: { group: 'Cards and links', also: ['call to action', 'promo', 'banner'] },
  LINK_LIST: { group: 'Cards and links', also: ['further reading', 'related'] },
  WAY_TO_START: { group: 'Cards and links', also: ['getting started', 'steps'] },
  CONVERSION_DRIVEN: { group: 'Products', also: ['product teaser', 'highlight', 'promo'] },
  PRODUCT_SLIDER: { group: 'Products', also: ['product carousel', 'cards'] },
  PRODUCT_TABLE: { group: 'Products', also: ['comparison', 'data', 'list of products'] },
  PRODUCT_DETAILS: { group: 'Products', also: ['data sheet', 'specification'] },
  EVALUATION_CATEGORIES: { group: 'Products', also: ['categories', 'tiles', 'ranges'] },
  CORRESPONDING: { group: 'Products', also: ['related products', 'accessories'] },
  NEWS: { group: 'News and events', also: ['articles', 'press', 'blog', 'posts'] },
  EVENTS: { group: 'News and events', also: ['fairs', 'calendar'] },
  WEBINARS: { group: 'News and events', also: ['seminars', 'training'] },
  CV: { group: 'People and jobs', also: ['team', 'management'] },
  HIGHLIGHTS: { group: 'People and jobs', also: ['careers', 'vacancies'] },
  JOB_OPENINGS: { group: 'People and jobs', also: ['careers', 'vacancies'] },
  EMPLOYEE_STORIES: { group: 'People and jobs', also: ['interviews', 'careers'] },
  LATEST_EMPLOYEE_STORIES: { group: 'People and jobs', also: ['interviews', 'careers'] },
  CONTACT_LOCATIONS: { group: 'Contact and forms', also: ['addresses', 'offices'] },
  CTA: { group: 'Contact and forms', also: ['call to action', 'banner', 'contact us'] },
  COMPANY_LOCATION: { group: 'Contact and forms', also: ['address', 'office', 'branch'] },
  OFFICE_MAP: { group: 'Contact and forms', also: ['locations', 'offices', 'world map'] },
  CUSTOM_FORMS: { group: 'Contact and forms', also: ['contact form', 'newsletter'] },
  SOFTWARE_DOWNLOADS: { group: 'Downloads and investors', also: ['files', 'software', 'PDF'] },
  DOCUMENT_CATEGORIES: { group: 'Downloads and investors', also: ['files', 'downloads', 'PDF'] },
  EQS_STOCK_CHART: { group: 'Downloads and investors', also: ['shares', 'quotes'] },
  EQS_INVESTORS: { group: 'Downloads and investors', also: ['annual report', 'ad hoc'] },
};

/** A type that has no words yet is among the texts. */
export function wordsOfType(type: RegisteredType): Words {
  return typeWords[type] ?? { group: 'Texts', also: [] };
}
