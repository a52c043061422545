-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.add_recipient(p_actor uuid, p_form_id bigint, p_channel public.form_channel, p_address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made jsonb;
begin
  perform private.act_as(p_actor);
  insert into public.form_recipients (form_id, channel, address) values (p_form_id, p_channel, p_address)
  returning jsonb_build_object('id', id, 'secret', case when channel = 'webhook' then secret end) into made;
  return made;
end $function$
;
comment on function public.add_recipient(uuid,bigint,public.form_channel,text) is 'Adds somebody who is notified of what is sent with a form. Returns the id and, this once, what a webhook is signed with.';

CREATE OR REPLACE FUNCTION public.remove_recipient(p_actor uuid, p_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  -- What was sent stays on record; what nobody has tried to send is not sent any more.
  delete from public.form_deliveries d where d.recipient_id = p_id and d.state = 'waiting' and d.attempts = 0;
  delete from public.form_recipients r where r.id = p_id;
  return found;
end $function$
;
comment on function public.remove_recipient(uuid,bigint) is 'Ends that somebody is notified of what is sent with a form; false when nobody was.';

CREATE OR REPLACE FUNCTION public.erase_person(p_actor uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.act_as(p_actor, true);
  perform set_config('forms.deletion', 'erasure', true);
  with erased as (
    delete from public.form_submissions where emails @> array[lower(btrim(p_email))] returning id
  ), notified as (
    -- An attempt that failed may have arrived all the same.
    select distinct d.channel, d.address
    from public.form_deliveries d
    where d.submission_id in (select id from erased) and d.attempts > 0
  )
  select jsonb_build_object('erased', (select count(*) from erased),
    'notified', coalesce((select jsonb_agg(to_jsonb(n) order by n.channel, n.address) from notified n), '[]'))
  into answer;
  perform set_config('forms.deletion', '', true);
  return answer;
end $function$
;
comment on function public.erase_person(uuid,text) is 'Deletes every submission with an e-mail address, as far as the caller may delete; returns how many, and who was notified of them.';

comment on table public.form_recipients is 'Who is notified of a form''s submissions, by mail or by a signed webhook.';
