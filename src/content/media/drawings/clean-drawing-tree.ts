import type { XastChild, XastElement, XastRoot } from 'svgo';
import type { RemovalList } from '#domain/media/drawing-removals.ts';
import { addressIn } from './drawing-styles.ts';
import {
  childlessElements,
  drawingAttributes,
  drawingElements,
  isReference,
  mayHave,
  svgNamespace,
  textElements,
  xlinkNamespace,
} from './drawing-vocabulary.ts';
import { readEmbedded } from './embedded-pictures.ts';

type Names = ReadonlyMap<string, string>;
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/**
 * Names the elements of a drawing without prefixes, and takes what programs keep for themselves out. Answers with the element that is the
 * drawing; null where there is none.
 */
export function nameElements(root: XastRoot, removals: RemovalList): XastElement | null {
  for (const child of root.children)
    if (child.type === 'instruction' && child.name === 'xml-stylesheet')
      removals.add('elsewhere', /href\s*=\s*["']([^"']*)/.exec(child.value)?.[1] ?? child.name);
  const svg = root.children.find((child) => child.type === 'element');
  if (!svg || !takeName(svg, new Map(), removals) || svg.name !== 'svg') return null;
  root.children = [svg];
  const { xmlns: _, ...rest } = svg.attributes;
  svg.attributes = { xmlns: svgNamespace, ...rest };
  return svg;
}

/** Whether the element is part of a drawing; what is inside of it and is not is taken out. */
function takeName(element: XastElement, outer: Names, removals: RemovalList): boolean {
  const names = namesIn(element, outer);
  const [namespace, name] = resolve(element.name, names, names.get('') ?? svgNamespace);
  element.name = name;
  if (namespace !== svgNamespace) {
    if (namespace === xhtmlNamespace) removals.add(name === 'script' ? 'script' : 'web-content', name);
    return false;
  }
  const attributes: Record<string, string> = {};
  for (const [given, value] of Object.entries(element.attributes)) {
    if (given === 'xmlns' || given.startsWith('xmlns:')) continue;
    const [of, local] = resolve(given, names, '');
    if (of === '') attributes[local] = value;
    else if (of === xlinkNamespace) attributes[`xlink:${local}`] = value;
    else if (of === xmlNamespace) attributes[`xml:${local}`] = value;
  }
  element.attributes = attributes;
  element.children = element.children.filter((child) => {
    if (child.type === 'element') return takeName(child, names, removals);
    return child.type === 'text' || child.type === 'cdata';
  });
  return true;
}

function namesIn({ attributes }: XastElement, outer: Names): Names {
  const own = Object.entries(attributes).flatMap(([name, value]) => {
    const prefix = /^xmlns(?::(.+))?$/.exec(name);
    return prefix ? [[prefix[1] ?? '', value] as const] : [];
  });
  return own.length === 0 ? outer : new Map([...outer, ...own]);
}

function resolve(name: string, names: Names, plain: string): [namespace: string, local: string] {
  const colon = name.indexOf(':');
  if (colon === -1) return [plain, name];
  const prefix = name.slice(0, colon);
  return [prefix === 'xml' ? xmlNamespace : (names.get(prefix) ?? prefix), name.slice(colon + 1)];
}

const allowed: ReadonlySet<string> = new Set(drawingElements);
const animations: ReadonlySet<string> = new Set([
  'animate', 'animateColor', 'animateMotion', 'animateTransform', 'set', 'discard', 'mpath',
]); // prettier-ignore
const webContent: ReadonlySet<string> = new Set([
  'foreignObject', 'iframe', 'embed', 'object', 'audio', 'video', 'canvas', 'html', 'body', 'img', 'div', 'form', 'input', 'textarea',
  'link', 'base', 'meta',
]); // prettier-ignore
/** No browser draws them, or anything that is in them. */
const silent: ReadonlySet<string> = new Set([
  'metadata', 'style', 'view', 'cursor', 'color-profile', 'font', 'font-face', 'glyph', 'missing-glyph', 'hkern', 'vkern',
]); // prettier-ignore

/** Takes everything out that a stored drawing may not have. Elements have been named, and have no styles any more. */
export function cleanElements(svg: XastElement, removals: RemovalList): void {
  const used = { xlink: false };
  cleanElement(svg, removals, used);
  if (!used.xlink) return;
  const { xmlns = svgNamespace, ...rest } = svg.attributes;
  svg.attributes = { xmlns, 'xmlns:xlink': xlinkNamespace, ...rest };
}

function cleanElement(element: XastElement, removals: RemovalList, used: { xlink: boolean }): void {
  cleanAttributes(element, removals);
  if (Object.hasOwn(element.attributes, 'xlink:href')) used.xlink = true;
  element.children = element.children.flatMap((child): XastChild[] => {
    if (child.type !== 'element') return keepText(element, child);
    if (!stays(child, element, removals)) return [];
    cleanElement(child, removals, used);
    return childlessElements.has(element.name) ? [] : [child];
  });
}

function keepText({ name }: XastElement, child: XastChild): XastChild[] {
  if (!textElements.has(name)) return [];
  if (child.type === 'cdata') return [{ type: 'text', value: child.value }];
  return child.type === 'text' ? [child] : [];
}

function stays(element: XastElement, parent: XastElement, removals: RemovalList): boolean {
  const { name, attributes } = element;
  if ((attributes['requiredExtensions'] ?? '') !== '') return false;
  if (name === 'a') {
    // What a link encloses is drawn.
    element.name = textElements.has(parent.name) ? 'tspan' : 'g';
    const target = attributes['href'] ?? attributes['xlink:href'];
    if (target !== undefined) removals.add(isScript(target) ? 'script' : 'link', target);
    delete attributes['href'];
    delete attributes['xlink:href'];
    return true;
  }
  if (allowed.has(name)) return true;
  if (name === 'script' || name === 'handler' || name === 'listener') removals.add('script', name);
  else if (animations.has(name)) removals.add('animation', name);
  else if (webContent.has(name)) removals.add('web-content', name);
  else if (!silent.has(name)) removals.add('unknown', name);
  return false;
}

const isScript = (value: string) => /^(?:java|vb)script:/i.test(value.replaceAll(/[\s\p{Cc}]/gu, ''));
const known: ReadonlySet<string> = new Set(drawingAttributes);

function cleanAttributes({ name: of, attributes }: XastElement, removals: RemovalList): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (isReference(name) && (of === 'image' || of === 'feImage') && /^\s*data:/i.test(value)) {
      const picture = readEmbedded(value);
      if (picture === null) {
        removals.add('embedded-file', addressIn(value));
        delete attributes[name];
      } else attributes[name] = picture;
      continue;
    }
    const trimmed = isReference(name) ? value.trim() : value;
    attributes[name] = trimmed;
    if (mayHave(of, name, trimmed)) continue;
    delete attributes[name];
    if (/^on/i.test(name)) removals.add('script', name);
    else if (isReference(name) && isScript(value)) removals.add('script', addressIn(value));
    else if (isReference(name) && /^\s*data:/i.test(value)) removals.add('embedded-file', addressIn(value));
    else if ((known.has(name) && !name.startsWith('xmlns')) || name === 'xml:base')
      removals.add('elsewhere', addressIn(value));
  }
}
