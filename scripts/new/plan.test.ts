import { describe, expect, it } from 'vitest';
import { addLast, addSorted } from './plan.ts';
import { type Name, parseName } from './name.ts';
import { planKind } from './plan-kind.ts';
import { planModule } from './plan-module.ts';

function named(written: string): Name {
  const name = parseName(written);
  if (!name.ok) throw new Error(name.failure.message);
  return name.value;
}

describe('a line of a registry', () => {
  it('is added in the order of the alphabet', () => {
    const text = '// all\nuse a;\nuse c;\n\nend\n';
    const add = (line: string) => addSorted(text, /^use /, line);
    expect(add('use b;')).toBe('// all\nuse a;\nuse b;\nuse c;\n\nend\n');
    expect(add('use d;')).toBe('// all\nuse a;\nuse c;\nuse d;\n\nend\n');
    expect(add('use A;')).toBe('// all\nuse A;\nuse a;\nuse c;\n\nend\n');
  });

  it('is added behind the last one', () => {
    expect(addLast('use c;\nuse a;\nend', /^use /, 'use b;')).toBe('use c;\nuse a;\nuse b;\nend');
  });

  it('is added nowhere in a file that has no such lines', () => {
    expect(() => addSorted('', /^use /, 'use a;')).toThrow('use a;');
    expect(() => addLast('', /^use /, 'use a;')).toThrow('use a;');
  });
});

describe('a module type', () => {
  const sources = {
    registry: "export { quote as QUOTE } from './quote/schema.ts';\n",
    schema: "create type public.module_type as enum (\n  'QUOTE', 'HERO'\n);\n",
  };

  it('gets a folder, a line in the registry and a value in the enumeration', () => {
    const plan = planModule(named('image-wall'), sources);
    expect(plan.ok && plan.value.created.map(({ file }) => file)).toEqual(
      ['schema.ts', 'View.tsx', 'image-wall.css', 'image-wall.test.tsx'].map(
        (file) => `src/modules/image-wall/${file}`,
      ),
    );
    expect(plan.ok && plan.value.edited.map(({ text }) => text)).toEqual([
      `export { imageWall as IMAGE_WALL } from './image-wall/schema.ts';\n${sources.registry}`,
      "create type public.module_type as enum (\n  'QUOTE', 'HERO', 'IMAGE_WALL'\n);\n",
    ]);
  });

  it('has a value on a line of its own where the last one is full', () => {
    const full = `create type public.module_type as enum (\n  '${'A'.repeat(120)}'\n);\n`;
    const plan = planModule(named('image-wall'), { ...sources, schema: full });
    expect(plan.ok && plan.value.edited[1]?.text).toContain("A',\n  'IMAGE_WALL'\n);");
  });

  it('is refused where there is one already', () => {
    const plan = planModule(named('quote'), sources);
    expect(plan.ok ? '' : plan.failure.message).toContain('src/modules/quote');
  });
});

describe('a kind of content', () => {
  const sources = {
    registry: "import { meta as tag } from './tag/meta.ts';\n\nexport const registry = {\n  tag,\n} as const;\n",
    kinds: "import { tag } from './tag/kind.ts';\n\nexport const kinds = {\n  tag,\n} as const;\n",
  };
  const insert = "insert into private.content_tables (name, place, keys) values ('tags', 24, '{id}');\n";
  const schemas = [
    { file: '30_newsroom.sql', sql: `create table public.tags (\n);\n${insert}` },
    { file: '50_outputs.sql', sql: 'create table public.outputs (\n);\n' },
  ];

  it('gets a folder, a line in two registries and a table behind all others', () => {
    const plan = planKind({ name: named('webinar-series'), group: 'news' }, sources, schemas);
    if (!plan.ok) throw new Error(plan.failure.message);
    expect(plan.value.created.map(({ file }) => file)).toEqual([
      'src/kinds/webinar-series/meta.ts',
      'src/kinds/webinar-series/kind.ts',
      'src/kinds/webinar-series/webinar-series.test.ts',
      'supabase/schemas/31_webinar_series.sql',
    ]);
    expect(plan.value.created[0]?.text).toContain("group: 'news',");
    expect(plan.value.created[3]?.text).toContain("values ('webinar_series', 25, '{id}');");
    expect(plan.value.edited.map(({ text }) => text)).toEqual([
      "import { meta as tag } from './tag/meta.ts';\nimport { meta as webinarSeries } from './webinar-series/meta.ts';\n\nexport const registry = {\n  tag,\n  webinar_series: webinarSeries,\n} as const;\n",
      "import { tag } from './tag/kind.ts';\nimport { webinarSeries } from './webinar-series/kind.ts';\n\nexport const kinds = {\n  tag,\n  webinar_series: webinarSeries,\n} as const;\n",
    ]);
  });

  it('is refused where the kind or its table is there already', () => {
    const message = (written: string) => {
      const plan = planKind({ name: named(written), group: 'website' }, sources, schemas);
      return plan.ok ? '' : plan.failure.message;
    };
    expect(message('tag')).toContain('src/kinds/tag');
    expect(message('output')).toContain('supabase/schemas/50_outputs.sql');
  });
});
