-- What modules show of people, places, events, jobs and stories, read in bulk.

-- Records that stand in lists now: a change that decides whether and where they do is a change of the list.
do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['events', 'event', 'slug,sites,localized,is_published,publish_from,publish_until,category,starts_at,ends_at'],
    ['webinars', 'webinar', 'starts_at'],
    ['jobs', 'job', 'sites,localized,is_published,publish_from,publish_until,field,location_id'],
    ['employee_stories', 'employee_story', 'slug,sites,localized,is_published,publish_from,publish_until,category_id']
  ] loop
    execute format('drop trigger %1$s_queue_insert on public.%1$I', watched[1]);
    execute format('drop trigger %1$s_queue_update on public.%1$I', watched[1]);
    execute format('drop trigger %1$s_queue_delete on public.%1$I', watched[1]);
    perform private.watch_table(watched[1], watched[2], 'id', watched[3], false);
  end loop;
end $$;
select private.watch_table('employee_story_groups', 'employee_story', 'employee_story_id', 'story_group_id,position', false);

create index events_ends_at_idx on public.events (ends_at);

create view private.cv_records with (security_invoker = true) as
select c.id, jsonb_build_object('id', c.id, 'name', c.name, 'contact_url', c.contact_url, 'linkedin_url', c.linkedin_url,
  'organisation_level', c.organisation_level, 'localized', c.localized, 'image', i.record) as record
from public.cvs c
left join private.image_records i on i.id = c.image_id;

create view private.location_records with (security_invoker = true) as
select l.id, jsonb_build_object('id', l.id, 'name', l.name, 'name_verbose', l.name_verbose,
  'address_lines', l.address_lines, 'latitude', l.latitude, 'longitude', l.longitude, 'country', l.country,
  'phone', l.phone, 'email', l.email, 'localized', l.localized, 'image', i.record) as record
from public.locations l
left join private.image_records i on i.id = l.image_id;

create view private.employee_story_records with (security_invoker = true) as
select s.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'sites', s.sites, 'is_published', s.is_published,
  'publish_from', s.publish_from, 'publish_until', s.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(s.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'teaser', value -> 'teaser'))
    from jsonb_each(s.localized)
  ),
  'has_video', s.video_url is not null,
  'category', jsonb_build_object('id', c.id, 'localized', c.localized),
  'groups', (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'localized', g.localized) order by x.position, g.id), '[]')
    from public.employee_story_groups x join public.story_groups g on g.id = x.story_group_id
    where x.employee_story_id = s.id
  ),
  'image', i.record) as record
from public.employee_stories s
join public.story_categories c on c.id = s.category_id
left join private.image_records i on i.id = s.image_id;

create view private.event_records with (security_invoker = true) as
select e.id, jsonb_build_object('id', e.id, 'slug', e.slug, 'sites', e.sites, 'is_published', e.is_published,
  'publish_from', e.publish_from, 'publish_until', e.publish_until, 'news_category', e.category,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(e.localized) k),
  'starts_at', e.starts_at, 'ends_at', e.ends_at, 'time_zone', e.time_zone, 'is_online', e.is_online,
  'country', e.country, 'url', e.url,
  'texts', (
    select jsonb_object_agg(key, jsonb_strip_nulls(jsonb_build_object('title', value -> 'title', 'summary', value -> 'summary',
      'venue', value -> 'venue', 'city', value -> 'city')))
    from jsonb_each(e.localized)
  ),
  'image', i.record) as record
from public.events e
left join private.image_records i on i.id = e.image_id;

create view private.job_records with (security_invoker = true) as
select j.id, jsonb_build_object('id', j.id, 'slug', j.slug, 'sites', j.sites, 'is_published', j.is_published,
  'publish_from', j.publish_from, 'publish_until', j.publish_until, 'city', j.city, 'country', j.country,
  'field', j.field, 'pensum_min', j.pensum_min, 'pensum_max', j.pensum_max, 'is_remote', j.is_remote,
  'direct_link', j.direct_link, 'localized', j.localized) as record
from public.jobs j;

create view private.webinar_records with (security_invoker = true) as
select w.id, jsonb_build_object('id', w.id, 'title', w.title, 'url', w.url, 'starts_at', w.starts_at,
  'localized', w.localized) as record
from public.webinars w;

create function private.list_events(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_past boolean := p_query ->> 'when' = 'past';
begin
  return (
    with matching as (
      select e.id, e.starts_at, e.ends_at, e.publish_from, e.publish_until
      from public.events e
      where e.is_published and p_site = any (e.sites) and e.localized ? p_locale
        and (p_query ->> 'category' is null or e.category::text = p_query ->> 'category')
        and (e.publish_until is null or e.publish_until > p_at)
    ), shown as (
      -- The next one first; of those that are over, the last one.
      select m.id, row_number() over (order by case when is_past then p_at - m.starts_at else m.starts_at - p_at end, m.id) as place
      from matching m
      where (m.publish_from is null or m.publish_from <= p_at) and (m.ends_at <= p_at) = is_past
      order by place limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.place), '[]')
        from shown v join private.event_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m),
        (select min(m.ends_at) from matching m where m.ends_at > p_at)
      ))
  );
end $$;

create function private.list_webinars(p_query jsonb, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_past boolean := p_query ->> 'when' = 'past';
begin
  return (
    with shown as (
      select w.id, row_number() over (
        order by case when is_past then p_at - w.starts_at else w.starts_at - p_at end nulls last, w.id
      ) as place
      from public.webinars w
      -- One without a date is a recording.
      where (w.starts_at is null or w.starts_at <= p_at) = is_past
      order by place limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.place), '[]')
        from shown v join private.webinar_records r on r.id = v.id
      ),
      'next_change_at', (select min(w.starts_at) from public.webinars w where w.starts_at > p_at))
  );
end $$;

create function private.list_jobs(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select j.id, j.publish_from, j.publish_until
      from public.jobs j
      where j.is_published and p_site = any (j.sites) and j.localized ? p_locale
        and (p_query ->> 'field' is null or j.field = p_query ->> 'field')
        and (p_query ->> 'location' is null or j.location_id = (p_query ->> 'location')::bigint)
        and (j.publish_until is null or j.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.job_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

create function private.list_stories(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select s.id, s.publish_from, s.publish_until
      from public.employee_stories s
      where s.is_published and p_site = any (s.sites) and s.localized ? p_locale
        and (p_query ->> 'category' is null or s.category_id = (p_query ->> 'category')::bigint)
        and (p_query ->> 'group' is null or exists (
          select 1 from public.employee_story_groups g
          where g.employee_story_id = s.id and g.story_group_id = (p_query ->> 'group')::bigint
        ))
        and (s.publish_until is null or s.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.employee_story_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

grant select on private.cv_records, private.location_records, private.employee_story_records, private.event_records,
  private.job_records, private.webinar_records
  to authenticated, service_role;
