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
  HERO: { group: 'Headers', also: ['banner', 'stage', 'title', 'intro'] },
  LINK_HERO: { group: 'Headers', also: ['banner', 'stage', 'title'] },
  APPLICATION_HEADER: { group: 'Headers', also: ['banner', 'stage', 'title'] },
  TEXT_HEADER: { group: 'Headers', also: ['banner', 'title', 'headline'] },
  SECONDARY_HEADER: { group: 'Headers', also: ['title'] },
  TEXT_BLOCK: { group: 'Texts', also: ['paragraph', 'rich text', 'body', 'copy'] },
  ACCORDION: { group: 'Texts', also: ['FAQ', 'questions and answers', 'toggle', 'collapse', 'expand'] },
  MANUAL_TABS: { group: 'Texts', also: ['tab panel', 'sections'] },
  TAB: { group: 'Texts', also: ['navigation', 'sub-navigation', 'subpages'] },
  QUOTE: { group: 'Texts', also: ['testimonial', 'customer voice', 'citation'] },
  KEY_FIGURES: { group: 'Texts', also: ['numbers', 'statistics', 'facts', 'counter'] },
  IMAGE_GROUP: { group: 'Pictures and videos', also: ['gallery', 'photo', 'picture', 'figure'] },
  FULL_WIDTH_SLIDER: { group: 'Pictures and videos', also: ['gallery', 'carousel', 'slideshow', 'banner'] },
  SLIDER: { group: 'Pictures and videos', also: ['carousel', 'slideshow', 'steps'] },
  VIDEO_GROUP: { group: 'Pictures and videos', also: ['film', 'YouTube', 'movie', 'player'] },
  MEDIA_TEASER: { group: 'Pictures and videos', also: ['gallery', 'carousel', 'video teaser'] },
  CTA_BLOCK: { group: 'Pictures and videos', also: ['image and text', 'columns', 'split', 'media object'] },
  PARTNERS: { group: 'Pictures and videos', also: ['logos', 'customers', 'gallery', 'clients'] },
  CARD_GROUP: { group: 'Cards and links', also: ['tiles', 'teaser', 'grid', 'columns', 'call to action'] },
  BENEFITS: { group: 'Cards and links', also: ['columns', 'features', 'advantages', 'icons'] },
  INTERRUPTER: { group: 'Cards and links', also: ['call to action', 'promo', 'banner'] },
  LINK_LIST: { group: 'Cards and links', also: ['link list', 'further reading', 'related'] },
  WAY_TO_START: { group: 'Cards and links', also: ['getting started', 'steps', 'onboarding'] },
  CONVERSION_DRIVEN: { group: 'Products', also: ['product teaser', 'highlight', 'promo'] },
  PRODUCT_SLIDER: { group: 'Products', also: ['product carousel', 'cards'] },
  PRODUCT_TABLE: { group: 'Products', also: ['comparison', 'data', 'list of products'] },
  PRODUCT_DETAILS: { group: 'Products', also: ['data sheet', 'specification'] },
  EVALUATION_CATEGORIES: { group: 'Products', also: ['categories', 'tiles', 'ranges'] },
  CORRESPONDING: { group: 'Products', also: ['related products', 'accessories'] },
  NEWS: { group: 'News and events', also: ['articles', 'press', 'blog', 'posts'] },
  EVENTS: { group: 'News and events', also: ['fairs', 'trade shows', 'calendar', 'dates'] },
  WEBINARS: { group: 'News and events', also: ['online seminars', 'recordings', 'training'] },
  CV: { group: 'People and jobs', also: ['team', 'management', 'persons', 'staff'] },
  HIGHLIGHTS: { group: 'People and jobs', also: ['careers', 'vacancies', 'positions'] },
  JOB_OPENINGS: { group: 'People and jobs', also: ['careers', 'vacancies', 'positions'] },
  EMPLOYEE_STORIES: { group: 'People and jobs', also: ['portraits', 'interviews', 'careers'] },
  LATEST_EMPLOYEE_STORIES: { group: 'People and jobs', also: ['portraits', 'interviews', 'careers'] },
  CONTACT_LOCATIONS: { group: 'Contact and forms', also: ['addresses', 'offices', 'telephone', 'branches'] },
  CTA: { group: 'Contact and forms', also: ['call to action', 'banner', 'contact us'] },
  COMPANY_LOCATION: { group: 'Contact and forms', also: ['address', 'office', 'branch'] },
  OFFICE_MAP: { group: 'Contact and forms', also: ['locations', 'offices', 'world map'] },
  CUSTOM_FORMS: { group: 'Contact and forms', also: ['contact form', 'questionnaire', 'registration', 'newsletter'] },
  SOFTWARE_DOWNLOADS: { group: 'Downloads and investors', also: ['files', 'software', 'PDF'] },
  DOCUMENT_CATEGORIES: { group: 'Downloads and investors', also: ['files', 'downloads', 'PDF', 'data sheets'] },
  EQS_STOCK_CHART: { group: 'Downloads and investors', also: ['share price', 'shares', 'quotes'] },
  EQS_INVESTORS: { group: 'Downloads and investors', also: ['reports', 'annual report', 'ad hoc'] },
};

/** A type that has no words yet is among the texts. */
export function wordsOfType(type: RegisteredType): Words {
  return typeWords[type] ?? { group: 'Texts', also: [] };
}
