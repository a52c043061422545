import {
  type ExportFormat,
  type TableFormat,
  isExportFormat,
  isTableFormat,
} from '#domain/spreadsheets/export-formats.ts';
import { ownValue } from '#domain/objects.ts';

/** The addresses of the editor's own screens. They have no locale: the editor speaks English, on every site. */

export type AdminScreen =
  /** Drafts, warnings, what is new. */
  | { name: 'home' }
  /** The records of a kind of content; the address is read without knowing which kinds there are. */
  | { name: 'records'; kind: string }
  /** A record's form; null is a new one, and a site has its name. */
  | { name: 'record'; kind: string; id: number | string | null }
  /** The records of a kind as a file for spreadsheets, or whole. */
  | { name: 'recordsExport'; kind: string; format: ExportFormat }
  /** The pages of the sites. */
  | { name: 'pages' }
  /** Who may edit; for those who are no administrators their own account. */
  | { name: 'people' }
  /** Who changed what when, and the same as a file. */
  | { name: 'audit' }
  | { name: 'auditExport'; format: TableFormat }
  | { name: 'forms' }
  /** A form in the builder; null is a new one. */
  | { name: 'form'; id: number | null }
  | { name: 'submissions'; formId: number }
  | { name: 'export'; formId: number; format: ExportFormat }
  /** How far everything is in each language, and the texts of a page or record beside their English ones. */
  | { name: 'translations' }
  | { name: 'translation'; kind: string; id: number | string; locale: string }
  /** Releases: sets of drafts that become live together. */
  | { name: 'releases' }
  | { name: 'release'; id: number }
  /** What was published, by whom and why. */
  | { name: 'publishes' }
  | { name: 'publish'; receiptId: number };

/** Whether an address is reserved for screens of the editor, even if there is no such screen. */
function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}

/** The screen at an address; null where there is none. */
export function findAdminScreen(pathname: string): AdminScreen | null {
  const [, area, id, below, ...rest] = pathname.replace(/\/$/, '').slice(1).split('/');
  if (!isAdminPath(pathname) || rest.length > 0) return null;
  if (area === 'publishing' && below === undefined) {
    if (id === undefined) return { name: 'publishes' };
    return isId(id) ? { name: 'publish', receiptId: Number(id) } : null;
  }
  if (area === 'releases' && below === undefined) {
    if (id === undefined) return { name: 'releases' };
    return isId(id) ? { name: 'release', id: Number(id) } : null;
  }
  if (area === 'translations') return findTranslationScreen(id, below);
  if (area === 'pages' || area === 'people' || area === 'audit') return id === undefined ? { name: area } : null;
  const auditFormat = id === undefined ? /^audit\.([a-z]+)$/.exec(area ?? '')?.[1] : undefined;
  if (isTableFormat(auditFormat)) return { name: 'auditExport', format: auditFormat };
  if (area !== 'forms') return below === undefined ? findRecordScreen(area, id) : null;
  if (id === undefined) return { name: 'forms' };
  if (id === 'new') return below === undefined ? { name: 'form', id: null } : null;
  if (!isId(id)) return null;
  const formId = Number(id);
  switch (below) {
    case undefined:
      return { name: 'form', id: formId };
    case 'submissions':
      return { name: 'submissions', formId };
    default: {
      const format = /^submissions\.([a-z]+)$/.exec(below ?? '')?.[1];
      return isExportFormat(format) ? { name: 'export', formId, format } : null;
    }
  }
}

/** `/admin/translations/page-7/de`, `/admin/translations/site-main/jp`. */
function findTranslationScreen(item: string | undefined, locale: string | undefined): AdminScreen | null {
  if (item === undefined) return { name: 'translations' };
  const [, name, id] = /^([a-z]+(?:-[a-z]+)*)-([1-9]\d{0,14}|[a-z]+)$/.exec(item) ?? [];
  if (name === undefined || id === undefined || locale === undefined || !isName(locale)) return null;
  return { name: 'translation', kind: name.replaceAll('-', '_'), id: isId(id) ? Number(id) : id, locale };
}

/** Names that say more than that of the kind. */
const kindOfName: Readonly<Record<string, string>> = {
  media: 'image',
  menus: 'menu',
  redirects: 'redirect',
  settings: 'site',
};

function findRecordScreen(area: string | undefined, id: string | undefined): AdminScreen | null {
  if (area === undefined || area === '') return { name: 'home' };
  const [, file = '', format] = /^(.+)\.([a-z]+)$/.exec(area) ?? [];
  if (isName(file) && id === undefined && isExportFormat(format)) {
    return { name: 'recordsExport', kind: kindNamed(file), format };
  }
  if (!isName(area)) return null;
  const kind = kindNamed(area);
  if (id === undefined) return { name: 'records', kind };
  if (id === 'new') return { name: 'record', kind, id: null };
  if (isId(id)) return { name: 'record', kind, id: Number(id) };
  return isName(id) ? { name: 'record', kind, id } : null;
}

function kindNamed(name: string): string {
  return (Object.hasOwn(kindOfName, name) ? ownValue(kindOfName, name) : undefined) ?? name.replaceAll('-', '_');
}

function isName(text: string): boolean {
  return /^[a-z]+(-[a-z]+)*$/.test(text) && text.length <= 60;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function kindPath(kind: string): string {
  // Forms have screens of their own.
  return kind === 'form' ? adminPaths.forms : `/admin/${kind.replaceAll('_', '-')}`;
}

export const adminPaths = {
  home: '/admin',
  /** The list of a kind's records, e.g. `/admin/channel-partner`. */
  records: kindPath,
  /** The same records as a file; the query of the list's address chooses which. */
  recordsExport: (kind: string, format: ExportFormat) => `${kindPath(kind)}.${format}`,
  newRecord: (kind: string) => `${kindPath(kind)}/new`,
  record: (kind: string, id: number | string) => `${kindPath(kind)}/${id}`,
  /** The same with the window in which it is published. */
  publishRecord: (kind: string, id: number | string) => `${kindPath(kind)}/${id}?publish`,
  pages: '/admin/pages',
  /** The screen with the window in which one begins. */
  newPage: '/admin/pages?new',
  people: '/admin/people',
  invite: '/admin/people?new',
  audit: '/admin/audit',
  auditExport: (format: TableFormat) => `/admin/audit.${format}`,
  translations: '/admin/translations',
  translation: (kind: string, id: number | string, locale: string) =>
    `/admin/translations/${kind.replaceAll('_', '-')}-${id}/${locale}`,
  releases: '/admin/releases',
  newRelease: '/admin/releases?new',
  release: (id: number) => `/admin/releases/${id}`,
  publishes: '/admin/publishing',
  publish: (receiptId: number) => `/admin/publishing/${receiptId}`,
  forms: '/admin/forms',
  newForm: '/admin/forms/new',
  form: (id: number) => `/admin/forms/${id}`,
  submissions: (formId: number) => `/admin/forms/${formId}/submissions`,
  export: (formId: number, format: ExportFormat) => `/admin/forms/${formId}/submissions.${format}`,
} as const;
