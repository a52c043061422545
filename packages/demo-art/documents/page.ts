import { readFileSync } from 'node:fs';
import type { Language } from './seed.ts';

/** A document as a page to print: A4, in the type and colours of the site. */

export type Sheet = {
  language: Language;
  /** Kind and edition of the document, printed in the head of its first page. */
  label: string;
  edition: string;
  title: string;
  lead: string;
  /** Markup. */
  body: string;
};

/** Where the printing browser finds the document's fonts and pictures. */
export const documentOrigin = 'http://documents.internal';

const latinSigns = 'U+B0,U+B1,U+B7,U+D7,U+2013-2014,U+2018-201E,U+2026,U+2212';

const mark = readFileSync(new URL('../../../public/favicon.svg', import.meta.url), 'utf8');

const disclaimer: Record<Language, string> = {
  en: 'Ostrevo is a fictional company. All products and values are made up for this demonstration.',
  de: 'Ostrevo ist ein erfundenes Unternehmen. Alle Produkte und Werte sind für diese Demonstration erdacht.',
};
const pageOf: Record<Language, string> = { en: 'Page', de: 'Seite' };

export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Paragraphs of a text with empty lines between them. */
export function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escape(paragraph.replaceAll('\n', ' '))}</p>`)
    .join('');
}

export function section(title: string, content: string): string {
  return `<section><h2>${escape(title)}</h2>${content}</section>`;
}

/** Lines of a table; the first cell of each names it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row
      .map((cell, index) => (index === 0 ? `<th scope="row">${escape(cell)}</th>` : `<${tag}>${escape(cell)}</${tag}>`))
      .join('');
  const heading = head.map((cell) => `<th scope="col">${escape(cell)}</th>`).join('');
  return `<table><thead><tr>${heading}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`;
}

export function list(items: readonly string[], tag: 'ul' | 'ol' = 'ul'): string {
  return `<${tag}>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</${tag}>`;
}

export function layOut({ language, label, edition, title, lead, body }: Sheet): string {
  const fonts = ['latin', 'latin-ext', 'japanese'].flatMap((subset) =>
    [400, 600].map(
      (weight) =>
        `@font-face{font-family:"${subset}";font-weight:${weight};src:url(${documentOrigin}/fonts/ibm-plex-sans-jp-${subset}-${weight}-normal.woff2)}`,
    ),
  );
  // In the fonts that have every glyph these are as wide as an ideograph.
  fonts.unshift(
    `@font-face{font-family:signs;font-weight:100 700;unicode-range:${latinSigns};src:url(${documentOrigin}/fonts/ibm-plex-sans-latin-wght-normal.woff2)}`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(title)}</title><style>
${fonts.join('\n')}
@page { size: A4; margin: 18mm 18mm 22mm;
  @bottom-left { content: "${disclaimer[language]}"; font: 7pt latin; color: #5b6468 }
  @bottom-right { content: "${pageOf[language]} " counter(page) " / " counter(pages); font: 7pt latin; color: #5b6468 } }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 9pt/1.5 signs, latin, latin-ext, japanese, sans-serif; color: #22282b; -webkit-print-color-adjust: exact }
header { display: flex; align-items: center; gap: 3mm; padding-bottom: 4mm; border-bottom: 0.4mm solid #22282b; margin-bottom: 9mm }
header svg { width: 9mm; height: 9mm }
header b { font-size: 12pt; font-weight: 600; letter-spacing: -0.01em }
header span { margin-left: auto; text-align: right; font-size: 8pt; line-height: 1.35; color: #5b6468 }
header span strong { display: block; color: #007a53 }
h1 { font-size: 25pt; line-height: 1.1; font-weight: 600; letter-spacing: -0.02em; margin-bottom: 3mm }
.lead { font-size: 11.5pt; line-height: 1.4; max-width: 140mm; margin-bottom: 8mm }
h2 { font-size: 12pt; line-height: 1.25; font-weight: 600; margin-bottom: 2.5mm; break-after: avoid }
section { margin-bottom: 8mm }
p + p { margin-top: 2mm }
ul, ol { padding-left: 4mm } li { margin-bottom: 0.8mm } li::marker { color: #007a53; font-weight: 600 }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 1.3mm 4mm 1.3mm 0; text-align: left; vertical-align: top; border-bottom: 0.2mm solid #d5dad8; font-weight: 400 }
td:last-child { white-space: nowrap }
.values th:first-child { width: 40% }
.values td:last-child { width: 16% }
thead th { font-size: 7.5pt; color: #5b6468; border-bottom: 0.3mm solid #22282b }
tr { break-inside: avoid }
.opening { display: grid; grid-template-columns: 1fr 62mm; gap: 8mm; margin-bottom: 8mm }
.opening img { width: 100%; display: block; background: #f2f4f3 }
.facts { margin-top: 3mm; border-top: 0.3mm solid #22282b }
.facts div { display: flex; justify-content: space-between; gap: 4mm; padding: 1.2mm 0; border-bottom: 0.2mm solid #d5dad8 }
.facts dt { color: #5b6468 }
.opening ul { margin-top: 4mm }
svg.outline { width: 100%; height: auto; display: block; margin-bottom: 3mm }
</style></head><body>
<header>${mark}<b>Ostrevo</b><span><strong>${escape(label)}</strong>${escape(edition)}</span></header>
<h1>${escape(title)}</h1>${lead === '' ? '' : `<p class="lead">${escape(lead)}</p>`}
${body}</body></html>`;
}
