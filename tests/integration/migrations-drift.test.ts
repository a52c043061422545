import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTypes } from '#embedded/generate-types.ts';

it('has the committed types of the database equal to what the migrations make', async () => {
  const committed = await readFile(new URL('../../src/content/database.types.ts', import.meta.url), 'utf8');
  expect(await generateTypes(), 'Run: npm run db -- types').toBe(committed);
});
