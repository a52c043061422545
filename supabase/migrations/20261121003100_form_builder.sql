-- What the form builder asks: where forms are used, and to delete one that is used nowhere.

-- With the rights of the owner: what the publisher knows of live pages is not for staff to read as such.
create function private.form_uses(p_form_ids bigint[]) returns table (
  form_id bigint, page_id bigint, site text, locale public.locale, path text, title text, is_draft boolean, is_live boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  with drafts as (
    select distinct f.id as form, m.page_id as page, l.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.modules m on m.type = 'CUSTOM_FORMS'
    join public.module_locales l on l.module_id = m.id and l.data -> 'form' = to_jsonb(f.id)
  ), live as (
    select distinct f.id as form, o.ref as page, o.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.site_outputs o on o.kind = 'page' and o.path is not null and o.tags @> array['form:' || f.id]
  ), uses as (
    select form, page, used_in, bool_or(u.is_draft) as in_draft, bool_or(u.is_live) as in_live
    from (
      select d.form, d.page, d.used_in, true as is_draft, false as is_live from drafts d
      union all
      select v.form, v.page, v.used_in, false, true from live v
    ) u
    group by form, page, used_in
  )
  select u.form, u.page, p.site_id, u.used_in, coalesce(own.path, english.path), coalesce(own.title, english.title),
    u.in_draft, u.in_live
  from uses u
  join public.pages p on p.id = u.page
  left join public.page_locales own on own.page_id = u.page and own.locale = u.used_in
  left join public.page_locales english on english.page_id = u.page and english.locale = 'en'
  order by u.form, p.site_id, coalesce(english.path, own.path), u.used_in;
end $$;
revoke execute on function private.form_uses from public, anon;
grant execute on function private.form_uses to authenticated;

create function public.form_uses(p_form_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.form_uses(p_form_ids) u
$$;
comment on function public.form_uses is
  'The pages on which forms stand, in each locale: in the draft, and on the live page. For staff; others learn nothing.';

create function public.delete_form(p_form_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  uses jsonb;
begin
  perform 1 from public.forms f where f.id = p_form_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  delete from public.forms f where f.id = p_form_id;
  return '{"status": "deleted"}';
end $$;
comment on function public.delete_form is
  'Deletes a form that stands on no page, neither in a draft nor live; otherwise answers where it stands. Its submissions stay until their time.';
revoke execute on function public.form_uses, public.delete_form from public, anon;
grant execute on function public.form_uses, public.delete_form to authenticated;
