import { expect, it } from 'vitest';
import { copyProject, testCopy } from '../fixtures/project-copy.ts';

it('A new module type and a new kind pass every check and every test but their own', async () => {
  await using copy = await copyProject();
  const succeed = async (...command: readonly string[]) => {
    const { code, output } = await copy.run(...command);
    expect(code, `${command.join(' ')}\n${output}`).toBe(0);
  };
  await succeed('scripts/new.ts', 'module', 'testimonial');
  await succeed('scripts/new.ts', 'kind', 'webinar-series');
  await succeed('scripts/db.ts', 'migration', 'add_both');
  await succeed('scripts/db.ts', 'types');
  await succeed('node_modules/oxfmt/bin/oxfmt', '--check', 'src', 'scripts', 'docs');
  await succeed('node_modules/oxlint/bin/oxlint', 'src/modules', 'src/kinds');
  await succeed('node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'warning');
  const { failures } = await testCopy(copy, 'src');
  expect(Object.keys(failures).toSorted()).toEqual([
    'TESTIMONIAL is what its author says',
    'webinar series is what its author says',
  ]);
  await succeed('node_modules/vitest/vitest.mjs', 'run', '--project=database');
  await succeed('node_modules/vitest/vitest.mjs', 'run', '--project=integration', ...databaseTests);
});

/** What compares the database with the code. */
const databaseTests = ['kinds', 'schema', 'migrations-drift'].map((name) => `tests/integration/${name}.test.ts`);
