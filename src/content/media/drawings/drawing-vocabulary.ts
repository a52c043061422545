/** What a stored drawing may consist of: whatever is not named here is taken out. */

export const svgNamespace = 'http://www.w3.org/2000/svg';
export const xlinkNamespace = 'http://www.w3.org/1999/xlink';

/** Elements that hold nothing but their attributes. */
export const emptyElements = [
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use', 'stop', 'image',
  'feBlend', 'feColorMatrix', 'feComposite', 'feConvolveMatrix', 'feDisplacementMap', 'feDistantLight', 'feDropShadow',
  'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur', 'feImage', 'feMergeNode', 'feMorphology', 'feOffset',
  'fePointLight', 'feSpotLight', 'feTile', 'feTurbulence',
] as const; // prettier-ignore
const containers = [
  'svg', 'g', 'defs', 'symbol', 'switch', 'title', 'desc', 'text', 'tspan', 'textPath', 'linearGradient', 'radialGradient',
  'clipPath', 'mask', 'pattern', 'marker', 'filter', 'feComponentTransfer', 'feDiffuseLighting', 'feMerge', 'feSpecularLighting',
] as const; // prettier-ignore
export const drawingElements: readonly string[] = [...containers, ...emptyElements];
/** Elements whose text is text, spaces included. */
export const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath', 'title', 'desc']);
export const childlessElements: ReadonlySet<string> = new Set(emptyElements);

/** Attributes that style sheets can set as well. */
export const styleAttributes: ReadonlySet<string> = new Set([
  'alignment-baseline', 'baseline-shift', 'clip-path', 'clip-rule', 'color', 'color-interpolation', 'color-interpolation-filters',
  'color-rendering', 'direction', 'display', 'dominant-baseline', 'fill', 'fill-opacity', 'fill-rule', 'filter', 'flood-color',
  'flood-opacity', 'font-family', 'font-size', 'font-size-adjust', 'font-stretch', 'font-style', 'font-variant', 'font-weight',
  'glyph-orientation-horizontal', 'glyph-orientation-vertical', 'image-rendering', 'letter-spacing', 'lighting-color', 'marker-end',
  'marker-mid', 'marker-start', 'mask', 'mask-type', 'opacity', 'overflow', 'paint-order', 'shape-rendering', 'stop-color',
  'stop-opacity', 'stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit',
  'stroke-opacity', 'stroke-width', 'text-anchor', 'text-decoration', 'text-rendering', 'unicode-bidi', 'vector-effect',
  'visibility', 'word-spacing', 'writing-mode',
]); // prettier-ignore

/** What only style says. An element that has one of them keeps its style as it is, since the order of declarations counts. */
export const styleProperties: ReadonlySet<string> = new Set([
  ...styleAttributes,
  'mix-blend-mode', 'isolation', 'transform', 'transform-origin', 'transform-box', 'rotate', 'scale', 'translate', 'font', 'font-kerning',
  'font-feature-settings', 'font-variation-settings', 'font-variant-caps', 'font-variant-ligatures', 'font-variant-numeric',
  'marker', 'text-orientation', 'text-transform', 'white-space', 'x', 'y', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'width', 'height',
  'max-width', 'max-height', 'text-decoration-line', 'text-decoration-color', 'text-decoration-style', 'color-scheme',
]); // prettier-ignore

/** Attributes whose value is for people: it refers to nothing. */
const texts: ReadonlySet<string> = new Set(['id', 'class', 'role', 'aria-label', 'xml:lang', 'systemLanguage']);
export const drawingAttributes: readonly string[] = [
  ...styleAttributes, ...texts, 'style',
  'xmlns', 'xmlns:xlink', 'xml:space', 'version', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'x2', 'y1', 'y2',
  'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'd', 'points', 'pathLength', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust',
  'startOffset', 'method', 'spacing', 'side', 'transform', 'transform-origin', 'aria-hidden', 'aria-labelledby', 'aria-describedby',
  'focusable', 'href', 'xlink:href', 'clip', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'patternUnits', 'patternContentUnits',
  'patternTransform', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'offset', 'markerWidth', 'markerHeight', 'markerUnits',
  'refX', 'refY', 'orient',
  'filterUnits', 'primitiveUnits', 'in', 'in2', 'result', 'mode', 'type', 'values', 'tableValues', 'slope', 'intercept', 'amplitude',
  'exponent', 'operator', 'k1', 'k2', 'k3', 'k4', 'order', 'kernelMatrix', 'divisor', 'bias', 'targetX', 'targetY', 'edgeMode',
  'kernelUnitLength', 'preserveAlpha', 'surfaceScale', 'diffuseConstant', 'specularConstant', 'specularExponent', 'limitingConeAngle',
  'scale', 'xChannelSelector', 'yChannelSelector', 'azimuth', 'elevation', 'z', 'pointsAtX', 'pointsAtY', 'pointsAtZ', 'stdDeviation',
  'radius', 'baseFrequency', 'numOctaves', 'seed', 'stitchTiles',
]; // prettier-ignore
const attributes: ReadonlySet<string> = new Set(drawingAttributes);

/** Elements that show a picture. */
const showing: ReadonlySet<string> = new Set(['image', 'feImage']);
export function isReference(name: string): boolean {
  return name === 'href' || name === 'xlink:href';
}

/** A name of an element of the same drawing, as programs write it. */
const anchor = String.raw`#[^\s"'()<>\\]+`;
const isAnchor = new RegExp(`^${anchor}$`);
const anchorsInValue = new RegExp(String.raw`url\(\s*(['"]?)${anchor}\1\s*\)`, 'gi');
/** As `readEmbedded` writes it. */
const isPicture = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether a value leads nowhere but to the drawing itself. */
export function staysInside(value: string): boolean {
  return !/url\s*\(|image\s*\(|image-set\s*\(|src\s*\(|script:|data:|\/\/|expression\s*\(|\\|@import|attr\s*\(/i.test(
    value.replace(anchorsInValue, ''),
  );
}

/** Whether an attribute may be in a drawing; elements and attributes are named without a prefix of their own. */
export function mayHave(element: string, name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name === 'xmlns') return value === svgNamespace;
  if (name === 'xmlns:xlink') return value === xlinkNamespace;
  if (isReference(name)) return isAnchor.test(value) || (showing.has(element) && isPicture.test(value));
  if (name === 'style' && !declares(value)) return false;
  return texts.has(name) || staysInside(value);
}

/** Whether a style says nothing but what a drawing may have. */
function declares(style: string): boolean {
  return style.split(';').every((declaration) => styleProperties.has(declaration.slice(0, declaration.indexOf(':'))));
}
