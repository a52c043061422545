import { ownValue } from '#domain/objects.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/**
 * Text for XML content and attributes; characters that XML 1.0 does not have are left out.
 *
 * @example escapeXml('a < "b"'); // 'a &lt; &quot;b&quot;'
 */
export function escapeXml(value: string): string {
  return (
    value
      // XML has no such characters, not even escaped.
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => ownValue(entities, character) ?? character)
  );
}
