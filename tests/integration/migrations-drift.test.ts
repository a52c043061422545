import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTypes } from '#embedded/generate-types.ts';

it('has committed types of the database that match the migrations', async () => {
  const committed = await readFile(new URL('../../src/database/database.types.ts', import.meta.url), 'utf8');
  expect(await generateTypes(), 'Run: npm run db -- types').toBe(committed);
});
