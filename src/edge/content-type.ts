import { ownValue } from '#domain/objects.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.csv': 'text/csv; charset=utf-8',
};
const texts: ReadonlySet<string> = new Set('.html .css .js .mjs .json .xml .txt .csv .svg .ics'.split(' '));

/** Smaller ones fit into one packet anyway. */
export const smallestCompressed = 800;

/**
 * The ending of a file's name, with its dot; empty for a name without one, or with a dot in front only.
 *
 * @example getExtension('media/sheet.PDF'); // '.PDF'
 */
export function getExtension(file: string): string {
  return /(?<=[^/])\.[^./]*$/.exec(file)?.[0] ?? '';
}

/** The type of a published file that was not uploaded, by its name. */
export function getContentType(file: string): string {
  return ownValue(types, getExtension(file)) ?? 'application/octet-stream';
}

/** Whether a file is text, which is sent compressed to who can read that. */
export function isText(file: string): boolean {
  return texts.has(getExtension(file));
}
