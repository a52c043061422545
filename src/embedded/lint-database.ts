import { z } from 'zod';
import type { OpenDatabase } from './open-database.ts';
import { runTool } from './run-tool.ts';

type Finding = { rule: string; object: string; advice: string };

type Rule = { name: string; advice: string; sql: string };

/** The schemas whose objects are ours. */
const ours = `('public', 'private')`;

/** What Supabase's advisors do not look for. Each query answers with the objects that break its rule. */
const rules: readonly Rule[] = [
  {
    name: 'row-by-row-authorization',
    advice: 'Wrap the call as (select private.is_staff()), so that it is evaluated once and not for each row',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object
      from pg_policies p
      cross join lateral (select coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '') as code) e
      where p.schemaname in ${ours}
        and regexp_replace(e.code, 'select\\s+(private\\.)?is_(staff|admin)\\(', '', 'gi') ~* 'is_(staff|admin)\\('`,
  },
  {
    name: 'policy-of-public',
    advice: 'Name the roles of the policy (to anon, to authenticated); without them it is evaluated for every role',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object from pg_policies p
      where p.schemaname in ${ours} and p.roles = '{public}'`,
  },
  {
    name: 'view-with-owner-rights',
    advice: 'Make the view with (security_invoker = true); otherwise it reads with the rights of its owner',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'private'::regnamespace and c.relkind = 'v'
        and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)`,
  },
  {
    name: 'definer-function-exposed',
    advice:
      'Anybody can call this function with the rights of its owner: revoke execute, or move it to the schema private',
    sql: `select p.oid::regprocedure::text as object from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`,
  },
  {
    name: 'visitor-can-write',
    advice: 'Revoke the right: visitors write through functions of the server only',
    sql: `select format('%s: %s', c.oid::regclass, r.privilege) as object
      from pg_class c
      cross join unnest('{insert,update,delete,truncate,references,trigger}'::text[]) r (privilege)
      where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege('anon', c.oid, r.privilege)`,
  },
  {
    name: 'more-than-rows',
    advice: 'Revoke the right: truncate and trigger are not held back by row level security',
    sql: `select format('%s: %s', c.oid::regclass, r.privilege) as object
      from pg_class c
      cross join unnest('{truncate,references,trigger}'::text[]) r (privilege)
      where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'p')
        and has_table_privilege('authenticated', c.oid, r.privilege)`,
  },
  {
    name: 'no-comment',
    advice: 'Say in a comment on the table what its rows are',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`,
  },
];

/** Advisors that need a database with traffic. */
const needsTraffic: ReadonlySet<string> = new Set(['unused_index', 'table_bloat']);

const advisors = z.object({
  results: z.array(z.object({ name: z.string(), detail: z.string(), remediation: z.string() })),
});

/** Checks a migrated database by Splinter, the linter behind Supabase's advisors, which its CLI brings along, and by our rules. */
export async function lintDatabase(database: Pick<OpenDatabase, 'ownerUrl' | 'withSession'>): Promise<Finding[]> {
  const remote = `--remote=${database.ownerUrl}?sslmode=disable`;
  const answer = await runTool('supabase', ['db', 'advisors', remote, '--level', 'info', '--output-format', 'json']);
  const findings: Finding[] = advisors
    .parse(JSON.parse(answer))
    .results.filter(({ name }) => !needsTraffic.has(name))
    .map(({ name, detail, remediation }) => ({ rule: name, object: detail, advice: remediation }));
  await database.withSession(async (session) => {
    for (const { name, advice, sql } of rules) {
      const { rows } = await session.query<{ object: string }>(`${sql} order by 1`);
      findings.push(...rows.map(({ object }) => ({ rule: name, object, advice })));
    }
  });
  return findings;
}
