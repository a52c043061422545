import { describe, expect, it } from 'vitest';
import { planStages } from './plan-stages.ts';
import { stages } from './stages.ts';

const plan = (args: string[], files: string[] = []) => {
  const result = planStages(args, () => files);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value.map((group) => group.map(({ stage, more }) => [stage.name, ...more]));
};

describe('planStages', () => {
  it('runs everything without arguments, the browser tests last', () => {
    const names = plan([]).flat().flat();
    for (const stage of ['format', 'lint', 'astro', 'unit', 'database', 'integration', 'e2e'] as const)
      expect(names).toContain(stages[stage].name);
    expect(names.at(-1)).toBe(stages.e2e.name);
  });

  it.each(Object.entries(stages))('runs the stage %s alone and passes arguments on', (name, stage) => {
    expect(plan([name, 'editing', '-g', 'saves'])).toEqual([[[stage.name, 'editing', '-g', 'saves']]]);
  });

  it('runs one journey of each capability', () => {
    expect(plan(['--smoke'])).toEqual([[[stages.e2e.name, '--project', 'desktop', '--grep', '@smoke']]]);
  });

  it('follows changed files to tests, and adds the database stage for SQL and smoke tests for the interface', () => {
    expect(plan(['--changed'], ['docs/editing.md']).flat().flat()).not.toContain(stages.e2e.name);
    expect(plan(['--changed', 'HEAD~2'], ['src/ui/Header.tsx']).at(-1)).toEqual([
      [stages.e2e.name, '--project', 'desktop', '--grep', '@smoke'],
    ]);
    expect(plan(['--changed'], ['supabase/schemas/100_pages.sql']).flat().flat()).toContain(stages.database.name);
    expect(plan(['--changed'], ['tests/e2e/editing.spec.ts']).at(-1)).toEqual([
      [stages.e2e.name, 'tests/e2e/editing.spec.ts'],
    ]);
  });

  it('says which stages there are when one is asked for that is not', () => {
    const result = planStages(['unitt'], () => []);
    expect(result.ok).toBe(false);
    if (!result.ok) for (const name of Object.keys(stages)) expect(result.failure.message).toContain(name);
  });
});
