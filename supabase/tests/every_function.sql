-- What holds for every function of the data API, so that a new one cannot forget it.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

create temporary view functions as
select p.oid, p.proname::text as name, p.provolatile = 'v' as writes, coalesce(p.proargnames[1] = 'p_actor', false) as has_actor, p.prosrc,
  pg_get_function_arguments(p.oid) as arguments, p.pronargs, p.proargtypes
from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e');

select is_empty($$select oid::regprocedure from functions where has_function_privilege('anon', oid, 'execute')$$, 'visitors call nothing');
-- PostgreSQL refuses to write in a function that is declared stable.
select is_empty($$select oid::regprocedure from functions where writes and has_function_privilege('authenticated', oid, 'execute')$$,
  'only the server calls functions that write');
select set_eq($$select name from functions where not has_function_privilege('service_role', oid, 'execute')$$,
  $$values ('preview_content'), ('preview_page'), ('preview_row'), ('preview_sitemap'), ('preview_sitemap_index'), ('preview_found'),
    ('preview_routes'), ('preview_redirects')$$, 'it calls them all but previews, since it publishes');
select is_empty($$select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef$$,
  'none has more rights than its caller');

-- PostgreSQL's own normalization loses a vowel of Hangul, so that the server has another text.
select is_empty($$
  select d.name from (
    select p.oid::regprocedure::text, p.prosrc from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) from pg_constraint c where c.contype in ('c', 'x')
    union all
    select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
    union all
    select a.adrelid::regclass::text, pg_get_expr(a.adbin, a.adrelid) from pg_attrdef a
    union all
    select v.schemaname || '.' || v.viewname, v.definition from pg_views v where v.schemaname in ('public', 'private')
  ) d (name, definition)
  where d.definition ~* '\mnormalize"?\s*\(|\mnormalized\M' and d.name <> 'private.normalize_text(text,text)'$$,
  'texts get their normal form in one function alone');

-- What the server does by itself, and nobody of the staff asks for.
create temporary view unasked (name) as values
  -- the publisher
  ('build_finish'), ('build_register'), ('build_rollback'), ('build_start'), ('build_keep'), ('build_end_expired'), ('publish_places'), ('publish_claim'), ('publish_complete'), ('publish_record'), ('publish_report'), ('publish_adopt'), ('publish_take_in'),
  ('publish_release_leases'), ('publish_switch'), ('publish_switched'), ('publish_end_round'), ('publish_hold'), ('publish_end_hold'), ('publish_take_paths'), ('publish_leave_paths'), ('publish_end_removals'), ('publish_defer'), ('publish_rehearse'), ('search_refresh'),
  ('purge_enqueue'), ('purge_arm'), ('purge_again'), ('purge_claim'), ('purge_done'), ('purge_seen'), ('purge_receipt'), ('probe_exchange'),
  ('reconcile_begin'), ('reconcile_outputs'), ('reconcile_rows'), ('reconcile_files_found'),
  -- after pages are live
  ('mark_avif'), ('count_translations'), ('publish_prune'), ('output_history_note'), ('output_history_prune'),
  -- imports and the command line of the operator
  ('import_abandon'), ('import_apply'), ('import_investor_publications'), ('import_result'), ('import_stage'), ('next_record_ids'), ('import_stock_quotes'),
  ('add_module'), ('arrange_page'), ('move_page'), ('publish_pages'), ('unpublish_page'), ('settle_release'), ('apply_due_releases'), ('await_releases'), ('lock_release'), ('publish_claim_redirects'),
  -- signing in
  ('accept_code'), ('begin_second_factor'), ('use_recovery_code'), ('reset_second_factor'),
  -- what visitors send
  ('note_shared_media'), ('claim_form_deliveries'), ('delete_expired_submissions'), ('finish_form_delivery'), ('form_secret'), ('store_submission');

select set_eq('select name from functions where writes and not has_actor', 'select name from unasked',
  'every other function that writes names the person who acts');
select is_empty($$select oid::regprocedure from functions where has_actor and prosrc !~ '\mbegin\s+perform private\.act_as\(p_actor(, true)?\);'$$,
  'and begins by checking that person');

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000c', 'two-steps@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example'),
  ('00000000-0000-0000-0000-00000000000f', 'nobody@test.example');
insert into staff (user_id, email, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000c', 'two-steps@test.example', 'admin', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'admin', now());
-- Signed in with the password alone.
insert into auth.sessions (id, user_id, aal) values ('00000000-0000-0000-0000-0000000000c1', '00000000-0000-0000-0000-00000000000c', 'aal1');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values
  ('00000000-0000-0000-0000-0000000000cf', '00000000-0000-0000-0000-00000000000c', 'totp', 'verified', now(), now());

-- How a function answers when it is called for somebody, with null for everything else: the code of the error.
create function pg_temp.refusal_of(p_function oid, p_actor text) returns text language plpgsql as $$
begin
  execute (
    select format('select public.%I(%L%s)', f.name, p_actor, (
      select string_agg(', null::' || format_type(t.type, null), '' order by t.place)
      from unnest(f.proargtypes::oid[]) with ordinality t (type, place) where t.place > 1
    ))
    from functions f where f.oid = p_function
  );
  return 'none';
exception when others then
  return sqlstate;
end $$;
select is_empty($$
  select f.name, who, pg_temp.refusal_of(f.oid, who)
  from functions f
  cross join unnest(array[null, '00000000-0000-0000-0000-00000000000c', '00000000-0000-0000-0000-00000000000d', '00000000-0000-0000-0000-00000000000f']) who
  where f.has_actor and pg_temp.refusal_of(f.oid, who) <> '42501'$$, 'they do nothing for nobody, a disabled member, a stranger, or who has not given the second factor');
select cmp_ok((select count(*) from functions where has_actor), '>=', 15::bigint, 'which are those that people use');

select * from finish();
rollback;
