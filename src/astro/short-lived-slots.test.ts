import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, type Rolldown, build } from 'vite';
import { describe, expect, it } from 'vitest';
import { shortLivedSlots } from './short-lived-slots.ts';
import { shortenSlotLives } from './shorten-slot-lives.ts';

const name = 'astro/dist/runtime/server/render/astro/instance.js';
const source = readFileSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), 'utf8');

/** Bundles code in place of Astro's, and returns the bundle and the logged lines. */
async function bundle(code: string, file = `/${name}`): Promise<{ code: string; warnings: string[] }> {
  const warnings: string[] = [];
  const given: Plugin = {
    name: 'given',
    resolveId: (id) => (id === file ? id : null),
    load: (id) => (id === file ? code : null),
  };
  const onLog: Rolldown.InputOptions['onLog'] = (level, { message }) => {
    if (level === 'warn') warnings.push(message);
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [given, shortLivedSlots()],
    build: { ssr: file, write: false, rolldownOptions: { external: () => false, onLog } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('nothing was built');
  return { code: output.output[0].code, warnings };
}

const own = 'export class Instance { constructor(name, slot) { this.slotValues[name] = () => slot(); } }';
const expected = own.replace('() => slot();', '() => {\n        return slot();\n      };');

describe('the slots of Astro', () => {
  it('are found in the installed version', () => {
    expect(shortenSlotLives(source)).toContain('this.slotValues[name] = slotValue;');
  });

  it('are changed and nothing is said', async () => {
    const { code, warnings } = await bundle(expected);
    expect(code).toContain('slotValue');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['written otherwise', own, `/${name}`],
    ['in another file', expected, '/astro/dist/runtime/server/slots.js'],
  ])('stay as they are, with a line that says so, when they are %s', async (_, code, file) => {
    const built = await bundle(code, file);
    expect(built.code).toContain('slot()');
    expect(built.code).not.toContain('const slotValue');
    expect(built.warnings).toEqual([expect.stringContaining("in Astro's own way")]);
  });
});
