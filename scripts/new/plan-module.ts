import { type Result, fail, ok } from '#domain/result.ts';
import type { Name } from './name.ts';
import { type Plan, addSorted, addValues } from './plan.ts';

export const moduleSources = { registry: 'src/modules/registry.ts', schema: 'supabase/schemas/12_pages.sql' } as const;

/** Values are added at the end, so that `alter type … add value` makes the same enumeration. */
const moduleTypes = /^create type public\.module_type as enum \(\n[^)]*\n\);$/m;

/**
 * What a new module type needs: its folder, its line in the registry, and its value in the enumeration.
 *
 * @param sources the texts of the files that are edited
 */
export function planModule(name: Name, sources: Readonly<Record<keyof typeof moduleSources, string>>): Result<Plan> {
  const { kebab, camel, snake, upper } = name;
  const line = `export { ${camel} as ${upper} } from './${kebab}/schema.ts';`;
  if (sources.registry.includes(`'./${kebab}/schema.ts'`)) {
    return fail('invalid', `There is a module type ${upper} already, in src/modules/${kebab}.`);
  }
  const folder = `src/modules/${kebab}`;
  return ok({
    created: [
      { file: `${folder}/schema.ts`, text: writeSchema(name) },
      { file: `${folder}/View.tsx`, text: writeView(name) },
      { file: `${folder}/${kebab}.css`, text: `.${kebab}__text {\n  max-width: 40em;\n}\n` },
      { file: `${folder}/${kebab}.test.tsx`, text: writeTest(name) },
    ],
    edited: [
      { file: moduleSources.registry, text: addSorted(sources.registry, /^export \{ \w+ as /, line) },
      { file: moduleSources.schema, text: addValues(sources.schema, moduleTypes, `'${upper}'`) },
    ],
    next: [
      `npm run db -- migration add_${snake}    writes the migration of the new value`,
      'npm run db -- types    writes the types of the database',
      `npx vitest run --project unit ${folder}    fails, and says what is left to do`,
      'npm run docs    writes the table of docs/modules.md again, when the fields have changed',
    ],
  });
}

const writeSchema = ({ camel, upper, title }: Name) => `import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, longText } from '#schema/fields.ts';

export const description = 'a short text';

export const ${camel} = defineModule({
  type: '${upper}',
  displayName: '${title}',
  group: 'Texts',
  also: [],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    body: longText({ label: 'Text', max: 400, required: true }),
  }),
  defaults: {},
  placeholders: { body: 'One or two sentences.' },
});
`;

const writeView = ({ kebab, camel, upper }: Name) => `import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { ${camel} } from './schema.ts';
import './${kebab}.css';

export function View({ id, data, context }: ViewProps<typeof ${camel}>): ReactNode {
  return (
    <ModuleSection id={id} type="${upper}" data={data} className="${kebab}" context={context}>
      <p className="${kebab}__text">{data.body}</p>
    </ModuleSection>
  );
}
`;

const writeTest = ({ kebab, upper }: Name) => `import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

describe('${upper}', () => {
  it('writes text as text', () => {
    const data = { ...layout, heading: noHeading, body: '5 < 6' };
    expect(markup(View, { id: 1, data, lists: {}, slots: {}, context })).toContain('5 &lt; 6');
  });

  it('is what its author says', () => {
    expect.fail(
      'Say what ${upper} is: its fields in src/modules/${kebab}/schema.ts, its markup in View.tsx and its looks in ${kebab}.css, what it is in docs/modules.md, and here, in place of this test, what has to stay true of it.',
    );
  });
});
`;
