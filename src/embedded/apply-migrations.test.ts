import { describe, expect, it } from 'vitest';
import { splitStatements } from './apply-migrations.ts';

describe('splitStatements', () => {
  it('splits at the semicolons between statements, and says where each begins', () => {
    const sql = `-- first
create table a (x text default ';');

/* a comment; with /* another; */ inside */
create function f() returns text language sql as $$ select 'a;b'; $$;
select E'it\\'s; fine', "odd;name" from a; -- the end;`;
    const statements = splitStatements(sql);
    expect(statements.map(({ line }) => line)).toEqual([2, 4, 6]);
    expect(statements.map((statement) => statement.sql)).toEqual([
      "create table a (x text default ';');",
      "/* a comment; with /* another; */ inside */\ncreate function f() returns text language sql as $$ select 'a;b'; $$;",
      `select E'it\\'s; fine', "odd;name" from a;`,
    ]);
  });

  it('keeps a function body between begin atomic and end together', () => {
    const sql = `create function f(x int) returns int begin atomic; select 1; select case when x > 0 then 1 else 2 end; end; select 2;`;
    expect(splitStatements(sql)).toHaveLength(2);
  });
});
