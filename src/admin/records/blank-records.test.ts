import { expect, it } from 'vitest';
import { valueAt } from '#domain/objects.ts';
import { getKind } from '#kinds/kinds.ts';
import { listedKinds } from '#kinds/registry.ts';
import { fillIn } from '#schema/editor-fields.ts';
import { requiredMessage } from '#schema/fields.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { recordFields, toRecord } from './record-values.ts';

it.each(listedKinds.filter((kind) => getRecordActs(kind).create))(
  'a new %s says of what is empty that it is required',
  (name) => {
    const kind = getKind(name);
    const blank = toRecord(kind.schema, fillIn(recordFields(kind), {}));
    const parsed = kind.parse({ kind: name, id: 1, ...blank });
    const issues = parsed.ok ? parsed.record.issues : parsed.issues;
    const empty = issues.filter(({ path }) =>
      [undefined, null, ''].includes(valueAt(blank, path.map(String)) as string),
    );
    expect(empty.map(({ path, message }) => ({ path, message }))).toEqual(
      empty.map(({ path }) => ({ path, message: requiredMessage })),
    );
  },
);
