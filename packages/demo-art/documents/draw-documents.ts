// Draws the documents of the demo content: npm run draw -- documents [key…]
// Keys may be a beginning ("hx4"). They need Chromium, which lays them out and prints them.

import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { dataSheet } from './data-sheet.ts';
import { findChromium } from './find-chromium.ts';
import { manual } from './manual.ts';
import { outlineDrawing } from './outline.ts';
import { overview } from './overview.ts';
import { documentOrigin, layOut } from './page.ts';
import { type DemoDocument, documents, inLanguage, products } from './seed.ts';
import { readWritten } from './written.ts';

const fontFiles = {
  static: new URL('files/', import.meta.resolve('@fontsource/ibm-plex-sans-jp/package.json')),
  variable: new URL('files/', import.meta.resolve('@fontsource-variable/ibm-plex-sans/package.json')),
};
const media = new URL('../../../supabase/seed/media/', import.meta.url);

const labels = {
  en: {
    datasheet: 'Data sheet',
    manual: 'User manual',
    application_note: 'Application note',
    drawing: 'Drawing',
    certificate: 'Certificate',
    brochure: 'Brochure',
  },
  de: {
    datasheet: 'Datenblatt',
    manual: 'Bedienungsanleitung',
    application_note: 'Applikationsschrift',
    drawing: 'Zeichnung',
    certificate: 'Zertifikat',
    brochure: 'Broschüre',
  },
} as const;
type Kind = keyof typeof labels.en;

function isKind(type: string): type is Kind {
  return type in labels.en;
}

/** Title, first words and body of a document. */
function contentOf(document: DemoDocument, kind: Kind): { title: string; lead: string; body: string } {
  const { key, language, localized } = document;
  const title = inLanguage(localized, language).title.replace(/ \((?:German|Englisch)\)$/i, '');
  const shown = products.filter(({ documents: keys }) => keys.includes(key));
  const [product] = shown;
  const written = readWritten(key);
  if (written) return { title, ...written };
  if (kind === 'brochure') return { title, lead: '', body: overview(language) };
  if (!product) throw new Error(`No product has the document ${key}, and nothing is written for it`);
  const { tagline } = inLanguage(product.localized, language);
  if (kind === 'drawing') return { title, lead: '', body: outlineDrawing(shown, language) };
  const body = kind === 'manual' ? manual(product, language) : dataSheet(product, language);
  return { title: product.name, lead: tagline, body };
}

function editionOf({ name, content_date, language }: DemoDocument): string {
  const revision = /revision (\d+)/.exec(name)?.[1];
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' });
  const date = day.format(new Date(content_date));
  return revision === undefined ? date : `Revision ${revision} · ${date}`;
}

/** The same document is the same bytes, whenever it is drawn: it is from the day that it says, and its elements are counted from one. */
function settled(pdf: Buffer, date: string): Buffer {
  const text = pdf.toString('latin1');
  const nodes = [...new Set(text.match(/node\d{8}/g))].toSorted();
  const day = `D:${date.replaceAll('-', '')}000000+00'00'`;
  const same = text
    .replace(/node\d{8}/g, (node) => `node${String(nodes.indexOf(node) + 1).padStart(8, '0')}`)
    .replace(/\/(CreationDate|ModDate) \(D:[^)]*\)/g, `/$1 (${day})`);
  return Buffer.from(same, 'latin1');
}

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage();
let html = '';
await page.route(`${documentOrigin}/**`, async (route) => {
  const [, folder = '', name = ''] = new URL(route.request().url()).pathname.split('/');
  if (folder === 'fonts') {
    const files = name.includes('wght') ? fontFiles.variable : fontFiles.static;
    return route.fulfill({ body: await readFile(new URL(name, files)), contentType: 'font/woff2' });
  }
  if (folder === 'pictures') {
    const picture = await sharp(await readFile(new URL(`${name}.webp`, media)))
      .resize(520)
      .jpeg({ quality: 60 })
      .toBuffer();
    return route.fulfill({ body: picture, contentType: 'image/jpeg' });
  }
  return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' });
});

const wanted = process.argv.slice(2);
for (const record of documents) {
  const { key, filename, content_date, language, document_type: kind } = record;
  if (filename === null || !isKind(kind)) continue;
  if (wanted.length > 0 && !wanted.some((beginning) => key.startsWith(beginning))) continue;
  const content = contentOf(record, kind);
  html = layOut({ language, label: labels[language][kind], edition: editionOf(record), ...content });
  await page.goto(`${documentOrigin}/document/${key}`);
  await page.evaluate(async () => {
    for (const font of document.fonts) await font.load();
    for (const image of document.images) await image.decode();
  });
  const pdf = settled(await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }), content_date);
  await writeFile(new URL(filename, media), pdf);
  console.log(`${filename} ${Math.round(pdf.length / 1000)} kB`);
}
await browser.close();
