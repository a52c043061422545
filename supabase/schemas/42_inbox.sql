-- The inbox: submissions of a form, searched and counted, for staff.

-- With the rights of the owner, as private.find_records.
create function private.find_submissions(
  p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean,
  p_from timestamptz, p_until timestamptz, p_site text, p_locale public.locale, p_before bigint
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  words text := private.fold_text(btrim(p_search));
  -- Wildcards of `like` are escaped.
  wanted text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  is_short boolean := length(words) < 3;
  number bigint := case when btrim(p_search) ~ '^[0-9]{1,15}$' then btrim(p_search)::bigint end;
begin
  if not private.is_staff() then
    return '{"count": 0, "results": [], "versions": {}}';
  end if;
  return (with found as materialized (
    select s.id from public.form_submissions s
    where s.form_id = p_form_id
      and (p_is_read is null or p_is_read = (s.read_at is not null))
      and (p_from is null or s.submitted_at >= p_from)
      and (p_until is null or s.submitted_at < p_until)
      and (p_site is null or s.site_id = p_site)
      and (p_locale is null or s.locale = p_locale)
      and (p_before is null or s.id < p_before)
      and case
        when wanted = '%%' then true
        -- No index of trigrams has them: all are read, once.
        when is_short then s.words like wanted or private.fold_text(s.notes) like wanted or s.id = number
        else s.id in (
          select f.id from public.form_submissions f where f.words like wanted
          union all
          select f.id from public.form_submissions f where private.fold_text(f.notes) like wanted
          union all
          select number where number is not null
        )
      end
  ), page as (
    select s.* from public.form_submissions s
    where s.id in (select f.id from found f order by f.id desc offset p_offset limit p_limit)
  )
  select jsonb_build_object(
    'count', (select count(*) from found),
    'results', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'form_title', p.form_title, 'version', p.form_version, 'site', p.site_id,
      'locale', p.locale, 'page_path', p.page_path, 'submitted_at', p.submitted_at, 'read_at', p.read_at, 'notes', p.notes,
      'delete_after', p.delete_after, 'answers', p.content) order by p.id desc) from page p), '[]'),
    -- The fields as each visitor saw them.
    'versions', coalesce((select jsonb_object_agg(v.version, v.content) from public.form_versions v
      where v.form_id = p_form_id and v.version in (select p.form_version from page p)), '{}')
  ));
end $$;
revoke execute on function private.find_submissions from public;
grant execute on function private.find_submissions to authenticated;

create function public.find_submissions(
  p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean default null,
  p_from timestamptz default null, p_until timestamptz default null, p_site text default null,
  p_locale public.locale default null, p_before bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.find_submissions(p_form_id, p_search, p_offset, p_limit, p_is_read, p_from, p_until, p_site, p_locale, p_before)
$$;
comment on function public.find_submissions is
  'A page of what was sent with a form, newest first, with the fields of the versions that were answered. For staff; others find nothing.';
grant execute on function public.find_submissions to authenticated, service_role;

create function public.count_submissions(p_form_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
    select s.form_id, count(*) as total, count(*) filter (where s.read_at is null) as unread
    from public.form_submissions s where s.form_id = any (p_form_ids) group by s.form_id order by s.form_id
  ) c
$$;
comment on function public.count_submissions is 'How much was sent with forms, and how much of it nobody has read. For staff; others get an empty answer.';
grant execute on function public.count_submissions to authenticated, service_role;

create function public.deleted_forms() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.id), '[]') from (
    select s.form_id as id, max(s.form_title) as title, count(*) as total, count(*) filter (where s.read_at is null) as unread
    from public.form_submissions s
    where s.form_id is not null and not exists (select from public.forms f where f.id = s.form_id)
    group by s.form_id
  ) d
$$;
comment on function public.deleted_forms is 'Forms that are gone, and how much is left of what was sent with them. For staff; others get an empty answer.';
grant execute on function public.deleted_forms to authenticated, service_role;

create function public.find_person(p_email text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'form_id', s.form_id, 'form_title', s.form_title,
    'submitted_at', s.submitted_at) order by s.id desc), '[]')
  from public.form_submissions s where s.emails @> array[lower(btrim(p_email))]
$$;
comment on function public.find_person is 'Every submission with an e-mail address, of whatever form. For staff; others find nothing.';
grant execute on function public.find_person to authenticated, service_role;

create function public.mark_submission(p_actor uuid, p_id bigint, p_is_read boolean) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.form_submissions s set read_at = case when p_is_read then now() end where s.id = p_id;
  return found;
end $$;
comment on function public.mark_submission is 'Marks a submission as read or unread; false when it is gone.';

create function public.note_submission(p_actor uuid, p_id bigint, p_notes text, p_before text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.form_submissions s set notes = p_notes where s.id = p_id and s.notes = p_before;
  if found then
    return '{"status": "saved"}';
  end if;
  return coalesce(
    (select jsonb_build_object('status', 'conflict', 'notes', s.notes) from public.form_submissions s where s.id = p_id),
    '{"status": "not-found"}'
  );
end $$;
comment on function public.note_submission is 'Writes the note on a submission, if it still says what the caller has read; otherwise answers what it says.';

create function public.delete_submissions(p_actor uuid, p_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted jsonb;
begin
  perform private.act_as(p_actor, true);
  with gone as (
    delete from public.form_submissions s where s.id = any (p_ids) returning s.id
  )
  select coalesce(jsonb_agg(g.id order by g.id), '[]') into deleted from gone g;
  return deleted;
end $$;
comment on function public.delete_submissions is 'Deletes submissions, for administrators; answers which were there.';
