import { ownValue } from '#domain/objects.ts';
import { trimEnd } from '#domain/text/trim-end.ts';

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&#x27;': "'", '&#39;': "'" };

/**
 * The names of media in a published text, however the text writes them: in HTML and its attributes, in JSON, in XML, with or
 * without the origin. A name may be the start of several, as the catalog names a picture without its widths.
 *
 * @example namedMedia('<img src="/media/1f-320.webp">'); // ['1f-320.webp']
 */
export function namedMedia(text: string): string[] {
  const names: string[] = [];
  for (const [, written = ''] of text.matchAll(/\/media\/([^\s"<>\\?#]+)/g)) {
    const [ended = ''] = written.split('&quot;');
    const name = decode(ended.replace(/&(?:amp|#x27|#39);/g, (entity) => ownValue(entities, entity) ?? entity));
    // What follows a name in a stylesheet or a sentence may be a part of it as well.
    names.push(name, trimEnd(name, "),.;'"));
  }
  return [...new Set(names)];
}

/**
 * The files that names lead to: a file of that name, or one whose name goes on after a hyphen.
 *
 * @example usedMedia(['1f-320.webp', '2a-320.webp'], new Set(['1f'])); // Set { '1f-320.webp' }
 */
export function usedMedia(files: readonly string[], named: ReadonlySet<string>): Set<string> {
  return new Set(
    files.filter((file) => {
      if (named.has(file)) return true;
      for (let at = file.lastIndexOf('-'); at > 0; at = file.lastIndexOf('-', at - 1)) {
        if (named.has(file.slice(0, at))) return true;
      }
      return false;
    }),
  );
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
