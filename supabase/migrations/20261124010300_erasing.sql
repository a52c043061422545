-- Whoever has a person's submissions erased has to tell those who were sent a copy (art. 19 GDPR): the answer names them. It is
-- worked out where the submissions are deleted, since what is known of their announcements goes with them.

drop function public.erase_submissions(text);

create function public.erase_person(p_email text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform set_config('forms.deletion', 'erasure', true);
  with erased as (
    delete from public.form_submissions where emails @> array[lower(btrim(p_email))] returning id
  ), told as (
    -- An attempt that failed may have arrived all the same.
    select distinct r.channel, r.address
    from public.form_deliveries d join public.form_recipients r on r.id = d.recipient_id
    where d.submission_id in (select id from erased) and d.attempts > 0
  )
  select jsonb_build_object('erased', (select count(*) from erased),
    'told', coalesce((select jsonb_agg(to_jsonb(t) order by t.channel, t.address) from told t), '[]'))
  into answer;
  perform set_config('forms.deletion', '', true);
  return answer;
end $$;
comment on function public.erase_person is
  'Deletes every submission in which an e-mail address stands, as far as the caller may delete; answers how many, and who was told of them.';

revoke execute on function public.erase_person from public, anon;
grant execute on function public.erase_person to authenticated, service_role;
