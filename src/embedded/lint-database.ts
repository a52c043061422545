import type { Session } from './pool.ts';

export type Finding = { rule: string; object: string; advice: string };

type Rule = { name: string; advice: string; sql: string };

/** The schemas whose objects are ours. */
const ours = `('public', 'private')`;

/**
 * What Supabase's security and performance advisors complain about, as far as it can be seen in a schema without traffic.
 * Each query answers with the objects that break its rule.
 */
const rules: readonly Rule[] = [
  {
    name: 'row-security-disabled',
    advice: 'Enable row level security: the data API exposes this table',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  },
  {
    name: 'no-policy',
    advice: 'Row level security without a policy lets nobody in; write one, or one that says so',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'policies-overlap',
    advice: 'Merge the policies: all permissive policies of a role and a command are evaluated for every row',
    sql: `select format('%s for %s to %s: %s', p.polrelid::regclass, m.command, r.role, string_agg(p.polname, ', ' order by p.polname)) as object
      from pg_policy p
      join pg_class c on c.oid = p.polrelid and c.relnamespace::regnamespace::text in ${ours}
      cross join lateral unnest(case when p.polcmd = '*' then '{r,a,w,d}'::"char"[] else array[p.polcmd] end) m (command)
      cross join lateral (
        select rolname as role from pg_roles
        where (p.polroles = '{0}' or oid = any (p.polroles)) and rolname in ('anon', 'authenticated')
      ) r
      where p.polpermissive
      group by p.polrelid, m.command, r.role having count(*) > 1`,
  },
  {
    name: 'row-by-row-authorization',
    advice:
      'Wrap the call as (select auth.uid()) or (select private.is_staff()), so that it is evaluated once and not for each row',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object
      from pg_policies p
      cross join lateral (select coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '') as code) e
      where p.schemaname in ${ours}
        and regexp_replace(e.code, 'select\\s+(auth\\.(uid|jwt|role|email)|current_setting|(private\\.)?is_(staff|admin))\\(', '', 'gi')
          ~* '(auth\\.(uid|jwt|role|email)|current_setting|is_(staff|admin))\\('`,
  },
  {
    name: 'policy-of-public',
    advice: 'Name the roles of the policy (to anon, to authenticated); without them it is evaluated for every role',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object from pg_policies p
      where p.schemaname in ${ours} and p.roles = '{public}'`,
  },
  {
    name: 'always-true',
    advice: 'A policy for writing that is always true lets everybody write',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object from pg_policies p
      where p.schemaname in ${ours} and p.cmd <> 'SELECT' and (p.qual = 'true' or p.with_check = 'true')`,
  },
  {
    name: 'user-metadata',
    advice: 'Users write their own metadata; it cannot decide what they may do',
    sql: `select format('%s on %s', p.policyname, p.tablename) as object from pg_policies p
      where p.schemaname in ${ours} and coalesce(p.qual, '') || coalesce(p.with_check, '') ~ 'user_meta'`,
  },
  {
    name: 'unindexed-foreign-key',
    advice: 'Index the referring columns: deleting a referred row reads the whole table otherwise',
    sql: `select format('%s on %s', f.conname, f.conrelid::regclass) as object
      from pg_constraint f
      join pg_class c on c.oid = f.conrelid and c.relnamespace::regnamespace::text in ${ours}
      where f.contype = 'f' and not exists (
        select from pg_index i
        where i.indrelid = f.conrelid and i.indisvalid and i.indpred is null
          and (select array_agg(k order by k) from unnest((i.indkey::smallint[])[0:cardinality(f.conkey) - 1]) k)
            = (select array_agg(k order by k) from unnest(f.conkey) k)
      )`,
  },
  {
    name: 'no-primary-key',
    advice: 'Give the table a primary key',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'p')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  },
  {
    name: 'duplicate-index',
    advice: 'Drop all but one of these indexes',
    sql: `select format('%s: %s', i.indrelid::regclass, string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid)) as object
      from pg_index i
      join pg_class c on c.oid = i.indexrelid and c.relnamespace::regnamespace::text in ${ours}
      group by i.indrelid, c.relam, i.indkey::text, i.indclass::text, i.indoption::text, i.indcollation::text,
        coalesce(pg_get_expr(i.indexprs, i.indrelid), ''), coalesce(pg_get_expr(i.indpred, i.indrelid), '')
      having count(*) > 1`,
  },
  {
    name: 'view-with-owner-rights',
    advice: 'Make the view with (security_invoker = true); otherwise it reads with the rights of its owner',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace::regnamespace::text in ${ours} and c.relkind = 'v'
        and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)`,
  },
  {
    name: 'materialized-view-exposed',
    advice: 'Move the view to the schema private: row level security does not hold for it',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'm'
        and (has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select'))`,
  },
  {
    name: 'search-path-of-caller',
    advice: "Add: set search_path = ''. Otherwise the caller decides which tables the function means",
    sql: `select p.oid::regprocedure::text as object from pg_proc p
      where p.pronamespace::regnamespace::text in ${ours} and p.prokind in ('f', 'p')
        and not exists (select from unnest(p.proconfig) s where s like 'search_path=%')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
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
    name: 'extension-in-public',
    advice: 'Create the extension with schema extensions',
    sql: `select extname as object from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: 'no-comment',
    advice: 'Say in a comment on the table what its rows are',
    sql: `select c.oid::regclass::text as object from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`,
  },
];

/** Checks a migrated database against the rules. */
export async function lintDatabase(sql: Pick<Session, 'query'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, advice, sql: query } of rules) {
    const { rows } = await sql.query<{ object: string }>(`${query} order by 1`);
    findings.push(...rows.map(({ object }) => ({ rule: name, object, advice })));
  }
  return findings;
}
