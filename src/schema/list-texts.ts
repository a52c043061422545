import { isRecord, ownValue } from '#domain/objects.ts';
import { type EditorField, shownFields } from './editor-fields.ts';

/** A text that editors write, with the path of its field. Each block of a formatted text is one by itself. */
export type WrittenText = { path: string; text: string };

/**
 * The texts of a module's data in the order of its form, those of fields that do not show left out.
 *
 * @param path where the data is in the form
 * @example listTexts(fields, { title: 'A', items: [{ title: 'B' }] }) // [{ path: 'title', text: 'A' }, { path: 'items.0.title', text: 'B' }]
 */
export function listTexts(fields: readonly EditorField[], data: unknown, path = ''): WrittenText[] {
  if (!isRecord(data)) return [];
  return shownFields(fields, data).flatMap((field): WrittenText[] => {
    const at = path === '' ? field.name : `${path}.${field.name}`;
    const value = ownValue(data, field.name);
    switch (field.widget) {
      case 'text':
      case 'long-text':
        return typeof value === 'string' ? written(at, [value]) : [];
      case 'rich-text':
        return written(at, listBlocks(value));
      case 'group':
        return listTexts(field.fields, value, at);
      case 'list':
        return Array.isArray(value)
          ? value.flatMap((item, index) => listTexts(field.fields, item, `${at}.${index}`))
          : [];
      default:
        return [];
    }
  });
}

function written(path: string, texts: readonly string[]): WrittenText[] {
  return texts.map(tidyText).flatMap((text) => (text === '' ? [] : [{ path, text }]));
}

/** A text as it is read: invisible characters are none, and any white space is a space. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The text of each block of a formatted text that has no blocks inside. */
function listBlocks(node: unknown): string[] {
  if (!isRecord(node) || !Array.isArray(node['content'])) return [];
  const content: readonly unknown[] = node['content'];
  const isInline = content.some((child) => isRecord(child) && child['type'] === 'text');
  if (!isInline) return content.flatMap(listBlocks);
  const parts = content.map((child) => (isRecord(child) && typeof child['text'] === 'string' ? child['text'] : ' '));
  return [parts.join('')];
}
