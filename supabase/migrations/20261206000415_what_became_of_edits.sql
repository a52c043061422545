-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop trigger inventory_items_edit_delete on public.inventory_items;

drop trigger inventory_items_edit_update on public.inventory_items;

drop trigger inventory_items_edit_insert on public.inventory_items;

CREATE OR REPLACE FUNCTION private.watch_rows(p_table text, p_id_column text, p_row_tags text[], p_site_tags text[] DEFAULT '{}'::text[], p_other_tags text[] DEFAULT '{}'::text[], p_row_kind text DEFAULT NULL::text, p_id_query text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.watched_tables (name, id_column, row_tags, site_tags, other_tags, row_kind, id_query)
  values (p_table, coalesce(p_id_column, ''), p_row_tags, p_site_tags, p_other_tags, p_row_kind, p_id_query);
  execute format('create trigger %1$s_fingerprint_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_queue_truncate after truncate on public.%1$I
    for each statement execute function private.queue_truncation()', p_table);
  -- Revisions hold both sides by themselves.
  if p_id_query is null then
    -- Tags name another record of some: the product of a stock. What is told of a record is told by its own number.
    perform private.record_table(p_table,
      case when p_id_column <> '' and exists (select from private.kinds k where k.table_name = p_table) then 'id' else p_id_column end);
  end if;
end $function$
;
comment on function private.watch_rows(text,text,text[],text[],text[],text,text) is 'For the schema: has the rows of a table fingerprinted, their changes written down and its truncation queued. Arguments: the columns of private.watched_tables.';

CREATE OR REPLACE FUNCTION public.publish_edits(p_request text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(distinct e.id), '[]')
  from (
    -- The newest: whoever asks has just made the request.
    select c.id from (select n.id, n.request from public.content_edits n order by n.id desc limit 5000) c where c.request = p_request
    union all
    select (q.message ->> 'edit')::bigint from pgmq.q_content_changes q where p_request is null and q.message ? 'edit'
  ) e
$function$
;
comment on function public.publish_edits(text) is 'The edits that a request has made; without one, those whose changes wait in the queue.';

CREATE OR REPLACE FUNCTION public.publish_outcome(p_edits bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  first bigint;
  reasons text[];
  made bigint[] := array(
    select distinct l.receipt_id from public.publish_receipt_edits l where l.edit_id = any (p_edits) order by l.receipt_id
  );
begin
  select min(c.seq) into first from public.change_log c where c.edits && p_edits;
  reasons := array(
    select private.reason_of(t.tag) from public.change_log c cross join lateral unnest(c.tags) t (tag) where c.edits && p_edits
    union
    select r.kind || ':' || r.ref from public.change_log c cross join lateral private.changed_records(c.rows) r where c.edits && p_edits
  );
  return jsonb_build_object(
    'queued', (select count(*) from pgmq.q_content_changes q where (q.message ->> 'edit')::bigint = any (p_edits)),
    'waiting', (select count(*) from public.wide_changes w where w.seq >= first) + (
      select count(*) from public.site_outputs o where o.stale_seq >= first and o.stale_reasons && reasons and o.failure is null
    ),
    'unseen', (
      select count(*) from public.publish_receipt_items i
      where i.receipt_id = any (made) and i.change in ('new', 'changed') and i.seen_live_at is null
    ),
    'receipts', to_jsonb(made)
  );
end $function$
;
comment on function public.publish_outcome(bigint[]) is 'What has become of edits: how many of their changes wait in the queue, how many outputs wait for them, how many are live that nobody has seen yet, and the receipts.';

CREATE TRIGGER inventory_items_edit_insert AFTER INSERT ON public.inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER inventory_items_edit_update AFTER UPDATE ON public.inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER inventory_items_edit_delete AFTER DELETE ON public.inventory_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

revoke all on function public.publish_edits(text) from public, anon, authenticated, service_role;
grant execute on function public.publish_edits(text) to service_role;

revoke all on function public.publish_outcome(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.publish_outcome(bigint[]) to service_role;

-- By hand: what was written down of stock named the product. Where a product has one stock it is known which; of others nothing is said.
alter table public.edited_records disable trigger edited_records_immutable;
update public.edited_records e
set ref = coalesce(e.after ->> 'id', e.before ->> 'id', (
  select min(i.id)::text from public.inventory_items i where i.product_id::text = e.ref having count(*) = 1
))
where e.table_name = 'inventory_items' and e.operation <> 'truncate';
alter table public.edited_records enable trigger edited_records_immutable;
