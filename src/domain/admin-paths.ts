/** The addresses of the editor's own screens. They have no locale: the editor speaks English, on every site. */

export type AdminScreen =
  /** The pages of the sites. */
  | { name: 'pages' }
  /** Who may edit; for those who are no administrators their own account. */
  | { name: 'people' }
  /** Who changed what when, and the same as a file. */
  | { name: 'audit' }
  | { name: 'auditExport' }
  | { name: 'forms' }
  /** A form in the builder; null is a new one. */
  | { name: 'form'; id: number | null }
  | { name: 'submissions'; formId: number }
  | { name: 'export'; formId: number; format: 'csv' | 'json' }
  /** What was published, by whom and why. */
  | { name: 'publishes' }
  | { name: 'publish'; receiptId: number };

/**
 * Whether an address is reserved for screens of the editor, even if there is no such screen.
 *
 * @example isAdminPath('/admin/forms'); // true
 */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}

/** The screen at an address; null where there is none. */
export function adminScreenOf(pathname: string): AdminScreen | null {
  const [, area, id, below, ...rest] = pathname.replace(/\/$/, '').slice(1).split('/');
  if (!isAdminPath(pathname) || rest.length > 0) return null;
  if (area === 'publishing' && below === undefined) {
    if (id === undefined) return { name: 'publishes' };
    return isId(id) ? { name: 'publish', receiptId: Number(id) } : null;
  }
  if (id === undefined && (area === 'pages' || area === 'people' || area === 'audit')) return { name: area };
  if (id === undefined && area === 'audit.csv') return { name: 'auditExport' };
  if (area !== 'forms') return null;
  if (id === undefined) return { name: 'forms' };
  if (id === 'new') return below === undefined ? { name: 'form', id: null } : null;
  if (!isId(id)) return null;
  const formId = Number(id);
  switch (below) {
    case undefined:
      return { name: 'form', id: formId };
    case 'submissions':
      return { name: 'submissions', formId };
    case 'submissions.csv':
      return { name: 'export', formId, format: 'csv' };
    case 'submissions.json':
      return { name: 'export', formId, format: 'json' };
    default:
      return null;
  }
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

export const adminPaths = {
  pages: '/admin/pages',
  people: '/admin/people',
  audit: '/admin/audit',
  auditExport: '/admin/audit.csv',
  publishes: '/admin/publishing',
  publish: (receiptId: number) => `/admin/publishing/${receiptId}`,
  forms: '/admin/forms',
  newForm: '/admin/forms/new',
  form: (id: number) => `/admin/forms/${id}`,
  submissions: (formId: number) => `/admin/forms/${formId}/submissions`,
  export: (formId: number, format: 'csv' | 'json') => `/admin/forms/${formId}/submissions.${format}`,
} as const;
