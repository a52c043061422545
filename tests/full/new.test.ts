import { expect, it } from 'vitest';
import { type ProjectCopy, copyProject, testCopy } from '../fixtures/project-copy.ts';

type Succeed = (...command: readonly string[]) => Promise<void>;

function expectSuccess(copy: ProjectCopy): Succeed {
  return async (...command) => {
    const { code, output } = await copy.run(...command);
    expect(code, `${command.join(' ')}\n${output}`).toBe(0);
  };
}

it('A new module type and a new kind pass every check and every test but their own', async () => {
  await using copy = await copyProject();
  const succeed = expectSuccess(copy);
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
    // Nothing shows its fields yet.
    'webinar_series is shown with everything that editors fill in, or it is said what reads it',
  ]);
  await succeed('node_modules/vitest/vitest.mjs', 'run', '--project=database');
  await succeed('node_modules/vitest/vitest.mjs', 'run', '--project=integration', ...databaseTests);
});

it('A new locale and a new site pass every check and every test but that of what is to be translated', async () => {
  await using copy = await copyProject();
  const succeed = expectSuccess(copy);
  await succeed('scripts/new.ts', 'locale', 'fr');
  await succeed('scripts/new.ts', 'site', 'academy');
  await succeed('scripts/db.ts', 'migration', 'add_both');
  await succeed('scripts/db.ts', 'types');
  await succeed('node_modules/oxfmt/bin/oxfmt', '--check', 'src', 'scripts', 'docs');
  await succeed('node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'warning');
  const { failures } = await testCopy(copy, 'src', 'scripts/new');
  expect(Object.keys(failures)).toEqual(['words of the interface are translated to fr']);
  await succeed('node_modules/vitest/vitest.mjs', 'run', '--project=integration', ...databaseTests);
});

/** What compares the database with the code. */
const databaseTests = ['kinds', 'schema', 'migrations-drift'].map((name) => `tests/integration/${name}.test.ts`);
