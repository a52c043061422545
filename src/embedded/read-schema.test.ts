import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSchema } from './read-schema.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-schema-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Schema = Awaited<ReturnType<Parameters<typeof readSchema>[0]['introspect']>>;

const schemaOf = (...tables: [schema: string, name: string][]): Schema => ({
  tables: tables.map(([schema, name]) => ({
    schema,
    name,
    type: 'table',
    rows: 0,
    sql: '',
    engine: '',
    collation: '',
  })),
  columns: [],
  indexes: [],
  foreign_keys: [],
  primary_keys: [],
  views: [],
  triggers: [],
  check_constraints: [],
  unique_constraints: [],
  comments: [],
  custom_types: [],
  database_name: 'postgres',
  version: '',
});

/** A database that answers with the next of these each time; the last one from then on. */
function catalogueOf(...answers: Schema[]) {
  let asked = 0;
  const introspect = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (!answer) throw new Error('There is no answer');
    return answer;
  };
  return { introspect, clearSchemaCache: async () => {}, timesAsked: () => asked };
}

const whole = schemaOf(['public', 'pages'], ['private', 'kinds'], ['auth', 'users']);
const names = ({ tables }: Schema) => tables.map(({ name }) => name);

it('leaves out what no part of the library shows', async () => {
  const { read } = await readSchema(catalogueOf(whole), null);
  expect(names(await read({ useCache: true }))).toEqual(['pages', 'users']);
});

it('asks again where the database did not answer, and writes nothing', async () => {
  const file = path.join(folder, 'broken.json');
  const { read } = await readSchema(catalogueOf(schemaOf(), schemaOf(), whole), file);
  expect(names(await read({ useCache: true }))).toEqual([]);
  expect(names(await read({ useCache: true }))).toEqual(['pages', 'users']);
  expect(await readdir(folder)).not.toContain('broken.json');
});

it('is shared by copies, also by those that begin at the same time, until a schema is changed', async () => {
  const file = path.join(folder, 'shared.json');
  await Promise.all([1, 2, 3].map(() => readSchema(catalogueOf(whole), file)));
  const changed = catalogueOf(schemaOf(['public', 'pages'], ['public', 'more']));
  const { read, forget } = await readSchema(changed, file);
  expect(names(await read({ useCache: true }))).toEqual(['pages', 'users']);
  expect(changed.timesAsked()).toBe(0);
  await forget();
  expect(names(await read({ useCache: true }))).toEqual(['pages', 'more']);
});
