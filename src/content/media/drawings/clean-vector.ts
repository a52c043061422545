import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import type { XastElement } from 'svgo';
import { type Removal, RemovalList } from '#domain/media/drawing-removals.ts';
import { detectUtf16 } from '#domain/media/new-medium.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { drawingSizeLimit } from '#domain/media/upload-limits.ts';
import { drawingAttributes, drawingElements, emptyElements, mayHave, svgNamespace } from './drawing-vocabulary.ts';
import { checkEmbedded } from './embedded-pictures.ts';

/** A drawing as it may be stored, and what was taken out of it. */
export type CleanDrawing = { svg: string; removals: Removal[] };

const advice = 'Simplify it, or export it as PNG.';
/** Deeper than any program nests groups; what is deeper takes a parser more time than it has elements. */
const depthLimit = 100;
const elementLimit = 100_000;
/** Shapes that a browser draws, those counted again that are shown by reference. */
const drawnLimit = 1_000_000;
/** Styles become attributes of each shape, which takes more room than a sheet. */
const storedLimit = 2 * drawingSizeLimit;

/** Characters that are parsed before it is looked at whether to go on. */
const chunk = 4096;

/** Why a drawing is not gone through; it is read once, and no further than the limit. */
function refuseShape(source: string): string | null {
  let depth = 0;
  let count = 0;
  const found: { refusal: string | null } = { refusal: null };
  const parser = new Parser(
    {
      onopentagname: () => {
        depth += 1;
        count += 1;
        if (depth > depthLimit) found.refusal = `The drawing is nested more than ${depthLimit} levels deep`;
        else if (count > elementLimit) found.refusal = `The drawing has more than ${elementLimit} shapes`;
      },
      onclosetag: () => {
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < source.length && found.refusal === null; at += chunk)
    parser.write(source.slice(at, at + chunk));
  return found.refusal;
}

/**
 * A drawing with nothing in it that runs, loads or leads elsewhere, which looks the same. Cleaning it again changes nothing.
 *
 * It may take seconds: a server has it done in a process of its own (`image-queue.ts`).
 *
 * @param bytes - in the encoding that its mark or its declaration names, or UTF-8
 */
export async function cleanVector(bytes: Uint8Array): Promise<Result<CleanDrawing>> {
  const source = decode(bytes);
  const refusal = refuseShape(source);
  if (refusal !== null) return fail('invalid', `${refusal}. ${advice}`);
  const removals = new RemovalList();
  const cleaned = await cleanSource(source, removals);
  if (!cleaned.ok) return cleaned;
  // What is stored already is not written anew: its name is that of its bytes.
  const svg = await settlePictures(isStored(source) ? source : cleaned.value, removals);
  if (!svg.ok) return svg;
  if (Buffer.byteLength(svg.value) > storedLimit) {
    const size = `${storedLimit / 1024 / 1024} MB`;
    return fail('invalid', `With its styles at each shape the drawing takes more than ${size}. ${advice}`);
  }
  return ok({ svg: svg.value, removals: removals.list() });
}

function decode(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = detectUtf16(bytes) ?? /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1];
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    // Nobody knows that encoding.
    return new TextDecoder().decode(bytes);
  }
}

function isStored(source: string): boolean {
  const root = /^<svg(?:\s[^>]*)?>/.exec(source)?.[0] ?? '';
  return root.includes(` xmlns="${svgNamespace}"`) && write(source) === source;
}

/** Megabytes of grammars, which only drawings need. */
export function loadCleaner() {
  return Promise.all([import('svgo'), import('./clean-drawing-tree.ts'), import('./drawing-styles.ts')]);
}

async function cleanSource(source: string, removals: RemovalList): Promise<Result<string>> {
  const [{ optimize }, { cleanElements, nameElements }, { StylesTooLarge, applyStyles }] = await loadCleaner();
  const found: { svg: XastElement | null } = { svg: null };
  const read = (text: string) =>
    optimize(text, {
      plugins: [
        {
          name: 'clean',
          fn: (root) => {
            found.svg = nameElements(root, removals);
            if (!found.svg) return null;
            applyStyles(root, found.svg, removals);
            cleanElements(found.svg, removals);
            return null;
          },
        },
      ],
    }).data;
  try {
    const text = read(declareNames(withoutPrefix(source)));
    if (!found.svg) return fail('invalid', 'The file is not an SVG drawing');
    if (countDrawn(found.svg) > drawnLimit)
      return fail('invalid', `The drawing shows more than ${drawnLimit} shapes, by references to itself. ${advice}`);
    return ok(write(text));
  } catch (error) {
    // Selectors that are nested without end, or the like.
    if (error instanceof StylesTooLarge || error instanceof RangeError)
      return fail('invalid', `The styles of the drawing are too large. ${advice}`);
    if (error instanceof Error && 'reason' in error && 'line' in error)
      return fail(
        'invalid',
        `The drawing is damaged at line ${String(error.line)}: ${writeSentence(String(error.reason))}`,
      );
    throw error;
  }
}

function writeSentence(reason: string): string {
  return `${reason.replace(/\.$/, '')}. Export it again, then choose the new file.`;
}

/** The parser knows the spaces of text by elements' plain names. */
function withoutPrefix(source: string): string {
  const declaration = /\sxmlns:([\w-]+)\s*=\s*(["'])(?:http:\/\/www\.w3\.org\/2000\/svg|&ns_svg;)\2/.exec(source);
  const prefix = declaration?.[1];
  return prefix === undefined || !new RegExp(`<${prefix}:svg[\\s>]`).test(source)
    ? source
    : source.replaceAll(new RegExp(`(</?)${prefix}:`, 'g'), '$1');
}

/** Drawings that were cut out of pages use names of other vocabularies that they do not declare. */
function declareNames(source: string): string {
  const used = new Set(Array.from(source.matchAll(/[\s</]([A-Za-z][\w-]*):[A-Za-z]/g), ([, prefix = '']) => prefix));
  const missing = [...used].filter((prefix) => !/^xml/i.test(prefix) && !source.includes(`xmlns:${prefix}=`));
  const names = missing.map(
    (prefix) => ` xmlns:${prefix}="${prefix === 'xlink' ? 'http://www.w3.org/1999/xlink' : `urn:${prefix}`}"`,
  );
  return source.replace(/<svg(?=[\s>/])/, `<svg${names.join('')}`);
}

/** How many elements are drawn where each reference shows what it refers to once more. */
function countDrawn(svg: XastElement): number {
  const named = new Map<string, XastElement>();
  const visit = (element: XastElement) => {
    const { id } = element.attributes;
    if (id !== undefined && !named.has(id)) named.set(id, element);
    for (const child of element.children) if (child.type === 'element') visit(child);
  };
  visit(svg);
  const counts = new Map<XastElement, number>();
  const count = (element: XastElement): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    // One that shows itself is not drawn.
    counts.set(element, 0);
    let sum = 1;
    for (const value of Object.values(element.attributes))
      for (const [, id = ''] of value.matchAll(/(?:^|url\(\s*["']?)#([^\s"')]+)/g)) {
        const target = named.get(id);
        if (target) sum += count(target);
      }
    for (const child of element.children) if (child.type === 'element') sum += count(child);
    counts.set(element, sum);
    return sum;
  };
  return count(svg);
}

/** Reads a drawing by another parser, and writes what it may have and nothing else. */
function write(source: string): string {
  return sanitizeHtml(source, {
    allowedTags: [...drawingElements],
    allowedAttributes: { '*': [...drawingAttributes] },
    allowedSchemesByTag: {},
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    selfClosing: [...emptyElements],
    // The content of these elements is code or foreign markup, and is removed.
    nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'textarea', 'option', 'noscript', 'metadata'],
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(given).filter(([name, value]) => mayHave(tagName, name, value))),
      }),
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
  }).trim();
}

const embedded = /\s((?:xlink:)?href)="(data:image\/(?:png|jpeg|webp);base64,[^"]*)"/g;

/** Writes embedded pictures without what cameras tell; one that is damaged is not shown. */
async function settlePictures(svg: string, removals: RemovalList): Promise<Result<string>> {
  const addresses = Array.from(svg.matchAll(embedded), ([, , address = '']) => address);
  if (addresses.length === 0) return ok(svg);
  const checked = await checkEmbedded(addresses);
  if (!checked) return fail('invalid', `The pictures in the drawing have too many pixels. ${advice}`);
  return ok(
    svg.replaceAll(embedded, (_, name: string, address: string) => {
      const picture = checked.get(address) ?? null;
      if (picture !== null) return ` ${name}="${picture}"`;
      removals.add('embedded-file', address.slice(0, address.indexOf(';')));
      return '';
    }),
  );
}
