import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Migration, isSquash, splitStatements } from './apply-migrations.ts';
import type { Finding } from './lint-database.ts';

const changelog = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url));

/** Statements after which a process of the version before no longer finds what it uses, or may not write what it writes. */
const contractions: readonly { what: string; statement: RegExp }[] = [
  { what: 'drops a table', statement: /^drop table\b/i },
  { what: 'drops a type', statement: /^drop type\b/i },
  { what: 'drops a column', statement: /^alter table\b[^]*\bdrop column\b/i },
  { what: 'renames', statement: /^alter\b[^]*\brename\b/i },
  { what: 'changes a type', statement: /^alter table\b[^]*\balter (?:column )?\S+ (?:set data )?type\b/i },
  { what: 'requires a value', statement: /^alter table\b[^]*\balter (?:column )?\S+ set not null\b/i },
  {
    what: 'requires a value',
    statement: /^alter table\b(?![^]*\b(?:default|generated)\b)[^]*\badd column\b[^]*\bnot null\b/i,
  },
];

/**
 * What migrations take away from the version before, where they do not say which released version does without it:
 * `-- unused since 0.2.0`. A squash takes away nothing, for it makes a new database.
 */
export async function findContractions(migrations: readonly Migration[]): Promise<Finding[]> {
  const released = new Set(
    [...(await readFile(changelog, 'utf8')).matchAll(/^## (\S+)$/gm)].map(([, version]) => version),
  );
  return migrations
    .filter((migration) => !isSquash(migration))
    .flatMap((migration) => {
      const [, since] = /^-- unused since (\S+)$/m.exec(migration.sql) ?? [];
      if (since !== undefined && released.has(since)) return [];
      return findAll(migration).map((what) => ({
        rule: 'expand-and-contract',
        object: `${migration.file} ${what}`,
        advice:
          'Processes of the version before still use it. Once a released version does without it, do so in a migration of its own, with a line that names that version: -- unused since 0.2.0',
      }));
    });
}

function findAll({ sql }: Migration): string[] {
  return splitStatements(sql).flatMap((statement) => {
    const what =
      contractions.find((one) => one.statement.test(statement.sql))?.what ?? dropsFunction(statement.sql, sql);
    return what === null ? [] : [`${what}, line ${statement.line}`];
  });
}

/** A function that is dropped and made again has other parameters, which must have defaults. */
function dropsFunction(statement: string, migration: string): string | null {
  const name = /^drop (?:function|view) (public\.\w+)/i.exec(statement)?.[1];
  if (!name || new RegExp(`^create (?:or replace )?(?:function|view) ${name}\\b`, 'im').test(migration)) return null;
  return `drops ${name}`;
}
