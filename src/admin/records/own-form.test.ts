import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { listedKinds } from '#kinds/registry.ts';
import { loadOwnForm } from './own-form.ts';

const folder = fileURLToPath(new URL('../kinds/', import.meta.url));

it('finds a form of its own for each folder, of a kind with a form and of fields that it has', async () => {
  const names = globSync('*/', { cwd: folder }).map((name) => path.basename(name));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const kind = listedKinds.find((one) => one.replaceAll('_', '-') === name);
    expect(kind, name).toBeDefined();
    if (kind === undefined) continue;
    const own = await loadOwnForm(kind);
    expect(Object.keys(own), name).not.toEqual([]);
    expect(Object.keys(getKind(kind).schema.shape)).toEqual(expect.arrayContaining(Object.keys(own.fields ?? {})));
  }
});

it('is nothing for a kind whose form is generated', async () => expect(await loadOwnForm('tag')).toEqual({}));
