import { z } from 'zod';
import { type AdminScreen, findAdminScreen } from '#domain/addresses/admin-paths.ts';
import { type CsvDialect, csvDialectFor } from '#domain/spreadsheets/csv-dialect.ts';
import { companyTimeZone, isTargetLocale } from '#domain/locales.ts';
import { fileHeaders } from '#domain/spreadsheets/spreadsheet.ts';
import { renderRoute } from '#astro/render-route.ts';
import { writeTable } from '#content/spreadsheet/write-table.ts';
import { submissionsTable, writeJson } from '#forms/inbox/export-submissions.ts';
import { secured, text } from '#edge/answers.ts';
import { allowOwnFrames } from '#edge/security-headers.ts';
import type { Call } from '#server/auth/call.ts';
import { refusals } from '#server/auth/refusals.ts';
import type { Session } from '#server/auth/session.ts';
import { auditFilter, auditTable } from './audit.ts';
import { exportList, fileAnswer } from './export-list.ts';
import { submissionFilter } from '#forms/inbox/submission-filter.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';
import { isListedKind, isMadeByPeople, isRecordKind } from '#kinds/registry.ts';

/** Screens that show pages in frames: beside the form of a record, in the versions of a record, and in plans as they are and will be. */
const framing: ReadonlySet<AdminScreen['name']> = new Set(['records', 'record', 'form', 'release']);

/** Answers the editor's own screens, for people on the staff. */
export async function answerAdmin({ request, url, site, runtime, ...call }: Call): Promise<Response> {
  const session = await call.session();
  if (!session.staff) return text(403, refusals.forbidden);
  const found = findAdminScreen(url.pathname);
  const screen = found && isScreen(found) ? found : ({ name: 'missing' } as const);
  const dialect = csvDialectFor(request.headers.get('accept-language'));
  if (screen.name === 'export') return secured(await exportSubmissions(screen, url, session, dialect));
  if (screen.name === 'auditExport') return secured(exportAudit(screen, url, session, dialect));
  if (screen.name === 'recordsExport') {
    return secured(await exportList(screen, url, session, { service: runtime.serviceClient, dialect }));
  }
  const { email, role, grants } = session.staff;
  const paused = await readPaused(runtime.serviceClient);
  const response = await renderRoute(request, { admin: { screen, site, staff: { email, role, grants }, paused } });
  if (screen.name === 'missing')
    return secured(new Response(response.body, { status: 404, headers: response.headers }));
  return secured(framing.has(screen.name) ? allowOwnFrames(response, 'frame-src') : response);
}

/** Whether the records of the screen are of a kind that has a list and a form, in which they are made, or is translated. */
function isScreen(screen: AdminScreen): boolean {
  if (screen.name === 'translation') {
    return (screen.kind === 'page' || isRecordKind(screen.kind)) && isTargetLocale(screen.locale);
  }
  if (screen.name !== 'records' && screen.name !== 'record') return true;
  if (!isListedKind(screen.kind)) return false;
  return screen.name === 'records' || screen.id !== null || isMadeByPeople(screen.kind);
}

const asked = z
  .object({ state: z.enum(['read', 'unread']).optional() })
  .transform(({ state }) => (state === undefined ? null : state === 'read'));

/** The submissions that match the filters of the address, as a file. */
async function exportSubmissions(
  { formId, format }: Extract<AdminScreen, { name: 'export' }>,
  { searchParams }: URL,
  { client }: Session,
  dialect: CsvDialect,
): Promise<Response> {
  const parameters = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
  const state = asked.safeParse(parameters);
  const filter = submissionFilter.omit({ formId: true, isRead: true }).safeParse(parameters);
  if (!filter.success || !state.success) return text(400, 'These filters cannot be read. Go back to the submissions.');
  const filtered = { ...filter.data, formId, isRead: state.data };
  const nameFile = (title: string) => `${title}, submissions ${today()}`;
  if (format === 'json') {
    const { title, text: body } = await writeJson(client, filtered);
    return new Response(body, { headers: fileHeaders(nameFile(title), format) });
  }
  const table = await submissionsTable(client, filtered);
  return fileAnswer(writeTable(table, format, dialect), nameFile(table.title), format);
}

/** The changes that match the filters of the address, as a file. */
function exportAudit(
  { format }: Extract<AdminScreen, { name: 'auditExport' }>,
  { searchParams }: URL,
  { client }: Session,
  dialect: CsvDialect,
): Response {
  const filter = auditFilter.safeParse(Object.fromEntries(searchParams));
  if (!filter.success) return text(400, 'These filters cannot be read. Go back to the changes.');
  const table = auditTable(client, filter.data);
  return fileAnswer(writeTable(table, format, dialect), `${table.title} ${today()}`, format);
}

/** The day at the company. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: companyTimeZone });
}
