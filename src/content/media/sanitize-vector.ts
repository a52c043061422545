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

/** A drawing with nothing in it that runs, loads or leads elsewhere. Sanitising it again changes nothing. */
export function sanitizeVector(source: string): Result<string> {
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
