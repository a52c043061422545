import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { type Result, fail, ok } from '#domain/result.ts';

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use', 'stop'];
const elements = [
  'svg',
  'g',
  'defs',
  'symbol',
  'title',
  'desc',
  'text',
  'tspan',
  'linearGradient',
  'radialGradient',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  ...shapes,
];
const attributes = [
  'xmlns', 'xmlns:xlink', 'version', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'x2', 'y1', 'y2',
  'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust', 'transform',
  'id', 'class', 'role', 'aria-label', 'aria-hidden', 'aria-labelledby', 'focusable', 'href', 'xlink:href',
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin',
  'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'opacity', 'color', 'display', 'visibility', 'overflow',
  'vector-effect', 'paint-order', 'clip-path', 'clip-rule', 'clipPathUnits', 'mask', 'maskUnits', 'maskContentUnits',
  'patternUnits', 'patternContentUnits', 'patternTransform', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'offset',
  'stop-color', 'stop-opacity', 'markerWidth', 'markerHeight', 'markerUnits', 'refX', 'refY', 'orient', 'marker-start',
  'marker-mid', 'marker-end', 'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor',
  'dominant-baseline',
]; // prettier-ignore

/** References stay inside the drawing: `#id`, `url(#id)`. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return /^#[\w.-]+$/.test(value);
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg';
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink';
  const withoutReferences = value.replace(/url\(\s*(['"]?)#[\w.-]+\1\s*\)/g, '');
  return !/url\s*\(|script:|data:|expression\s*\(|\\|@import/i.test(withoutReferences);
}

/** Deeper than any program nests groups; what is deeper takes a parser more time than it has elements. */
const depthLimit = 100;
const elementLimit = 100_000;

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
 * A drawing with nothing in it that runs, loads or leads elsewhere. Cleaning it again changes nothing.
 *
 * It may take seconds: a server has it done in a process of its own (`image-queue.ts`).
 *
 * @param bytes UTF-8
 */
export function cleanVector(bytes: Uint8Array): Result<string> {
  const source = new TextDecoder().decode(bytes);
  const refusal = refuseShape(source);
  if (refusal !== null) return fail('invalid', `${refusal}. Simplify it, or export it as PNG.`);
  const clean = sanitizeHtml(source, {
    allowedTags: elements,
    allowedAttributes: { '*': attributes },
    allowedSchemesByTag: {},
    allowedSchemesAppliedToAttributes: [],
    selfClosing: shapes,
    // The content of these elements is code or foreign markup, and is removed.
    nonTextTags: [
      'script',
      'style',
      'foreignObject',
      'iframe',
      'textarea',
      'option',
      'noscript',
      'metadata',
      'animate',
      'set',
    ],
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(given).filter(([name, value]) => isHarmless(name, value))),
      }),
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
  }).trim();
  if (!/^<svg[\s>]/.test(clean) || !clean.endsWith('</svg>')) return fail('invalid', 'The file is not an SVG drawing');
  // A drawing shown by <img> needs its namespace.
  return ok(
    /^<svg[^>]*\sxmlns=/.test(clean) ? clean : clean.replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"'),
  );
}
