import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../', import.meta.url));
const styles = globSync(['{admin,staff,page-builder,server/editor}/**/*.css'], { cwd: source }).toSorted();

/** How a search engine and social networks show a page: theirs, whatever the size of the reader's text. */
const imitations = /\.ed-(?:found(?!__rooms)|card)/;

it("gives the staff's texts and the widths that lay them out in sizes that follow the reader's text", () => {
  expect(styles.length).toBeGreaterThan(50);
  const found = styles.flatMap((file) =>
    readFileSync(`${source}${file}`, 'utf8')
      .split('}')
      .flatMap((rule) => {
        const [selector = '', block = ''] = rule.replaceAll(/\/\*.*?\*\//gs, '').split(/\{(?=[^{]*$)/);
        if (imitations.test(selector)) return [];
        const fixed = [
          ...block.matchAll(/^\s*font(?:-size)?:[^;]*\dpx[^;]*/gm),
          ...selector.matchAll(/@(?:media|container)[^{]*\dpx[^{]*/g),
        ];
        return fixed.map(([text]) => `${file}: ${selector.trim()} ${text.trim()}`);
      }),
  );
  expect(found).toEqual([]);
});
