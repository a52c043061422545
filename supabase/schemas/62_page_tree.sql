-- The tree of pages as editors change it: pages are made, moved, renamed and deleted. Addresses, titles and parents are drafts until
-- their page is published; what is deleted leaves the sites with the next publish.

create function public.list_site_pages(p_site text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'parent_id', p.parent_id, 'route', p.route, 'is_editable', p.is_editable,
      'is_published', p.published_revision_id is not null,
      'locales', (
        select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title)), '{}')
        from public.page_locales l where l.page_id = p.id
      ),
      'live', (
        select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from public.published_page_locales l where l.page_id = p.id
      ),
      'saved', (
        select private.save_mark(s) from public.draft_saves s where s.page_id = p.id order by s.id desc limit 1
      )) order by p.sorting, p.id), '[]')
    from (
      select p.*, coalesce((select l.path from public.page_locales l where l.page_id = p.id and l.locale = 'en'), '') as sorting
      from public.pages p where p.site_id = p_site
      order by sorting, p.id limit least(p_limit, 10000)
    ) p
  );
end $$;
comment on function public.list_site_pages is 'The pages of a site by their English address: drafts of titles and addresses, and the languages that are live.';
grant execute on function public.list_site_pages to authenticated, service_role;

create function public.differing_pages(p_page_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.id order by p.id), '[]')
  from public.pages p
  where p.id = any (p_page_ids) and p.published_revision_id is not null and public.page_differs(p.id)
$$;
comment on function public.differing_pages is 'Of published pages those whose drafts have changes.';
grant execute on function public.differing_pages to authenticated, service_role;

create function public.page_states(p_page_ids bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id,
      'modules', (select count(*) from public.modules m where m.page_id = p.id),
      'falling_back', (
        select coalesce(jsonb_object_agg(l.locale, (
          select count(*) from public.modules m
          where m.page_id = p.id
            and not exists (select 1 from public.module_locales d where d.module_id = m.id and d.locale = l.locale)
            and not exists (select 1 from private.shared_on_pages s where s.module_id = m.id and s.localized ? l.locale::text)
        )), '{}')
        from public.page_locales l where l.page_id = p.id and l.locale <> 'en'
      ),
      'publish_at', (
        select min(c.publish_at) from public.release_pages i join public.releases c on c.id = i.release_id
        where i.page_id = p.id and c.state = 'scheduled'
      )
    ) order by p.id), '[]')
    from public.pages p where p.id = any (p_page_ids)
  );
end $$;
comment on function public.page_states is
  'Of pages how many modules their drafts have, how many of them fall back to English in each other language, and when a release publishes them.';
grant execute on function public.page_states to authenticated, service_role;

-- Whether a part of a page's draft waits that a person was the last to save.
create function private.has_saved_what_waits(p_page_id bigint, p_user uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from unnest(private.cells_that_wait(private.live_cells(p_page_id), private.draft_cells(p_page_id))) cell
    where p_user = (
      select s.saved_by from public.draft_saves s
      where s.page_id = p_page_id and case
        when private.cell_locale(cell) is null then s.locale is null or s.action in ('add', 'remove')
        else s.locale::text = private.cell_locale(cell) and s.module_id is not distinct from private.cell_module(cell)
      end
      order by s.id desc limit 1
    )
  );
end $$;
revoke execute on function private.has_saved_what_waits from public;
grant execute on function private.has_saved_what_waits to authenticated, service_role;

create function public.own_page_drafts(p_user uuid, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  looked_at constant integer := 2000;
  compared constant integer := 100;
  -- Where parts are compared, which takes longer.
  searched constant integer := 20;
begin
  return (
    with latest as (
      select s.page_id, max(s.saved_at) as saved_at
      from (select s.page_id, s.saved_at from public.draft_saves s where s.saved_by = p_user order by s.id desc limit looked_at) s
      group by s.page_id
    ), pages as materialized (
      select p.id, p.site_id, l.saved_at, coalesce(l.saved_at > r.created_at, true) as is_newer
      from latest l
      join public.pages p on p.id = l.page_id
      left join public.page_revisions r on r.id = p.published_revision_id
    ), changed as materialized (
      select * from pages where is_newer order by saved_at desc, id limit compared
    ), published as materialized (
      select * from pages where not is_newer order by saved_at desc, id limit searched
    ), drafts as (
      select d.* from (
        select c.* from changed c where public.page_differs(c.id)
        union all
        -- What is live since then has it, or is somebody else's to publish, unless it was left out when a part was published.
        select p.* from published p where case when public.page_differs(p.id) then private.has_saved_what_waits(p.id, p_user) end
      ) d
      order by d.saved_at desc, d.id limit p_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'site', d.site_id, 'saved_at', d.saved_at, 'locales', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title)), '{}')
      from public.page_locales l where l.page_id = d.id
    )) order by d.saved_at desc, d.id), '[]')
    from drafts d
  );
end $$;
comment on function public.own_page_drafts is
  'The pages whose drafts somebody has changed since they were published, by the last 2,000 saves, the latest first.';
grant execute on function public.own_page_drafts to authenticated, service_role;

create function public.pages_with_words(p_site text, p_words text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  at_most constant integer := 500;
  words text[] := array(select private.fold_text(w) from unnest(p_words) w where private.fold_text(w) <> '');
  patterns text[] := array(select '%' || regexp_replace(w, '([%_\\])', '\\\1', 'g') || '%' from unnest(words) w);
  -- What the text of JSON has at least, where quotes, backslashes and control characters are written otherwise.
  in_json text[] := array(select '%' || replace(regexp_replace(w, '["\\\x01-\x1f]', '%', 'g'), '_', '\_') || '%' from unnest(words) w);
begin
  return (
    select coalesce(jsonb_agg(f.id order by f.id), '[]')
    from (
      -- Page by page, so that a word that most of them have is not looked for in all.
      select p.id
      from public.pages p
      where p.site_id = p_site and exists (
        select 1
        from (
          select jsonb_agg(d.data) as data
          from (
            select o.locale, o.data, private.fold_text(o.data::text) as json
            from (
              select d.locale, d.data from public.modules m join public.module_locales d on d.module_id = m.id where m.page_id = p.id
              union all
              select l.locale, coalesce(s.localized -> l.locale::text, s.localized -> 'en') -> 'data'
              from private.shared_on_pages s join public.page_locales l on l.page_id = s.page_id where s.page_id = p.id
            ) o
            offset 0
          ) d
          -- Looked at as a text first: taking the words out of all data would take seconds.
          where d.json like any (in_json)
          group by d.locale
          having string_agg(d.json, ' ') like all (in_json)
        ) t
        where private.fold_text(private.module_words(t.data)) like all (patterns)
      )
      order by p.id limit at_most
    ) f
  );
end $$;
comment on function public.pages_with_words is
  'The pages of a site whose drafts have all of these words in the texts of their modules, shared ones included, in one language; the first 500 of them.';
grant execute on function public.pages_with_words to authenticated, service_role;

-- Addresses at which drafts are because their pages are live there, while a release to come has another one for these pages.
create function private.addresses_given_up(p_site text, p_locales jsonb) returns table (page_id bigint, locale public.locale, path text)
language sql stable set search_path = ''
as $$
  select distinct on (d.page_id, d.locale) d.page_id, d.locale, i.contents #>> array[d.locale::text, 'path']
  from jsonb_each(p_locales) n
  join public.page_locales d on d.site_id = p_site and d.locale = n.key::public.locale
    and private.file_of(d.path) = private.file_of(n.value ->> 'path')
  join public.pages p on p.id = d.page_id and p.is_editable
  join public.published_page_locales v on v.page_id = d.page_id and v.locale = d.locale and v.path = d.path
  join public.release_pages i on i.page_id = d.page_id and i.contents #>> array[d.locale::text, 'path'] <> d.path
  join public.releases s on s.id = i.release_id and s.state in ('open', 'scheduled')
  where not exists (
    select from public.page_locales o
    where o.site_id = d.site_id and o.locale = d.locale and o.page_id <> d.page_id
      and private.file_of(o.path) = private.file_of(i.contents #>> array[d.locale::text, 'path'])
  )
  order by d.page_id, d.locale, s.publish_at nulls last, s.id
$$;
revoke execute on function private.addresses_given_up from public;
grant execute on function private.addresses_given_up to service_role;

create function private.give_up_addresses(p_page_id bigint, p_site text, p_locales jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
begin
  -- It is no step of the drafts that make way.
  perform set_config('content.draft_steps', 'off', true);
  update public.page_locales l set path = g.path
  from private.addresses_given_up(p_site, p_locales) g
  where l.page_id = g.page_id and l.locale = g.locale and l.page_id is distinct from p_page_id;
  perform set_config('content.draft_steps', steps, true);
end $$;
comment on function private.give_up_addresses is
  'Makes way for a draft: others that leave these addresses with a release get the address that they have there.';
revoke execute on function private.give_up_addresses from public;
grant execute on function private.give_up_addresses to service_role;

create function private.taken_addresses(p_page_id bigint, p_site text, p_locales jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  -- Two that take one address at once each have their row before they look for others: neither would go on. So the second waits here,
  -- and then sees what the first one has taken.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'address', p_site, a.locale, a.file), 0))
  from (
    select n.key as locale, private.file_of(n.value ->> 'path') as file
    from jsonb_each(p_locales) n
    where not exists (
      select from public.page_locales l
      where l.page_id = p_page_id and l.locale = n.key::public.locale and private.file_of(l.path) = private.file_of(n.value ->> 'path')
    )
    order by 1, 2
  ) a;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('locale', l.locale, 'page_id', l.page_id, 'title', l.title) order by l.locale), '[]')
    from jsonb_each(p_locales) n
    join public.page_locales l on l.site_id = p_site and l.locale = n.key::public.locale
      and private.file_of(l.path) = private.file_of(n.value ->> 'path')
    where l.page_id is distinct from p_page_id
      and not exists (select from private.addresses_given_up(p_site, p_locales) g where g.page_id = l.page_id and g.locale = l.locale)
  );
end $$;
comment on function private.taken_addresses is
  'The pages whose drafts have the addresses that another page is to get. Whoever asks takes those that are free: nobody else does meanwhile.';
revoke execute on function private.taken_addresses from public;
grant execute on function private.taken_addresses to service_role;

create function public.create_page(
  p_actor uuid, p_site text, p_parent_id bigint, p_locales jsonb, p_modules jsonb default '[]'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made bigint;
  taken jsonb;
  inserted jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages where id = p_parent_id and site_id = p_site for key share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  taken := private.taken_addresses(null, p_site, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(null, p_site, p_locales);
  insert into public.pages (site_id, parent_id) values (p_site, p_parent_id) returning id into made;
  insert into public.page_locales (page_id, locale, site_id, path, title)
  select made, l.key::public.locale, p_site, l.value ->> 'path', l.value ->> 'title'
  from jsonb_each(p_locales) l;
  if jsonb_array_length(p_modules) > 0 then
    select public.insert_modules(p_actor, made, p_modules, 0, 'paste', p.structure_version) into inserted
    from public.pages p where p.id = made;
    if inserted ->> 'status' is distinct from 'saved' then
      raise exception 'the modules of a new page were not inserted: %', inserted ->> 'status';
    end if;
  end if;
  return jsonb_build_object('status', 'saved', 'id', made);
end $$;
comment on function public.create_page is
  'Makes a page with a title and an address in each language, without modules or with those given as insert_modules takes them; it is a draft.';

create function public.copy_page(p_actor uuid, p_page_id bigint, p_site text, p_parent_id bigint, p_locales jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  made jsonb;
  copy_id bigint;
  ids jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for share;
  if not found then
    return '{"status": "not-found"}';
  end if;
  made := public.create_page(p_actor, p_site, p_parent_id, p_locales);
  if made ->> 'status' <> 'saved' then
    return made;
  end if;
  copy_id := (made ->> 'id')::bigint;
  -- A page that answers a route is a page among others once it is copied.
  update public.pages set template = case when page.template = 'home' then 'content' else page.template end where id = copy_id;
  update public.page_locales c set nav_title = l.nav_title, description = l.description, seo = l.seo
  from public.page_locales l
  where c.page_id = copy_id and l.page_id = p_page_id and l.locale = c.locale;
  select coalesce(jsonb_object_agg(m.id, nextval(pg_catalog.pg_get_serial_sequence('public.modules', 'id'))), '{}') into ids
  from public.modules m where m.page_id = p_page_id;
  insert into public.modules (id, page_id, parent_id, slot, type, position)
  select (ids ->> m.id::text)::bigint, copy_id, (ids ->> m.parent_id::text)::bigint, m.slot, m.type, m.position
  from public.modules m where m.page_id = p_page_id;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  select (ids ->> m.id::text)::bigint, l.locale, l.data, l.data_version, p_actor
  from public.modules m
  join public.module_locales l on l.module_id = m.id
  join public.sites s on s.id = p_site and l.locale = any (s.locales)
  where m.page_id = p_page_id;
  return made;
end $$;
comment on function public.copy_page is
  'Makes a page with the modules of the draft of another, in all languages of the site that it is made on, with a title and an address in each; it is a draft.';

-- Null when the page has its new names and parent, else why not.
create function private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken jsonb;
  fixed jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for key share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  fixed := private.fixed_below(p_page.id, (
    select coalesce(jsonb_object_agg(n.key, n.value -> 'path'), '{}') from jsonb_each(p_locales) n
  ));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  if exists (
    with recursive above as (
      select p_parent_id as id
      union
      select p.parent_id from above a join public.pages p on p.id = a.id
    )
    select 1 from above a where a.id = p_page.id
  ) then
    return '{"status": "below-itself"}';
  end if;
  taken := private.taken_addresses(p_page.id, p_page.site_id, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(p_page.id, p_page.site_id, p_locales);

  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  for details in
    select n.key::public.locale as locale, n.value ->> 'path' as path, n.value ->> 'title' as title, n.value ->> 'nav_title' as nav_title,
      n.value ->> 'description' as description, n.value -> 'seo' as seo, l.path as old_path
    from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
  loop
    if details.old_path is distinct from details.path and details.old_path is not null then
      perform public.move_page(p_page.id, details.locale, details.path);
    end if;
    insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
    values (p_page.id, details.locale, p_page.site_id, details.path, details.title, coalesce(details.nav_title, ''),
      coalesce(details.description, ''), coalesce(details.seo, '{}'))
    on conflict (page_id, locale) do update
      set title = excluded.title, nav_title = coalesce(details.nav_title, l.nav_title),
        description = coalesce(details.description, l.description), seo = coalesce(details.seo, l.seo)
      where (l.title, l.nav_title, l.description, l.seo) is distinct from (excluded.title, coalesce(details.nav_title, l.nav_title),
        coalesce(details.description, l.description), coalesce(details.seo, l.seo));
  end loop;
  -- A page below may have come to an address that another has: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages set parent_id = p_parent_id, structure_version = structure_version + 1
  where id = p_page.id and parent_id is distinct from p_parent_id;
  return null;
end $$;
comment on function private.put_page_names is
  'Gives the draft of a page titles, addresses and a parent, and what else is named of each language. Pages below move along.';
revoke execute on function private.put_page_names from public;
grant execute on function private.put_page_names to service_role;

create function public.change_page(
  p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_last_save bigint
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  -- Pages that are moved below each other at once name each other: neither waits for the other one.
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  return coalesce(private.put_page_names(page, p_parent_id, p_locales), '{"status": "saved"}');
end $$;
comment on function public.change_page is
  'Gives the draft of a page its titles, addresses and parent, unless somebody has saved since the caller looked. Pages below move along.';

create function public.page_uses(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  link_ids bigint[] := array(select l.id from public.links l where l.page_id = p_page_id);
begin
  return jsonb_build_object(
    'below', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', coalesce(l.path, ''), 'title', coalesce(l.title, '')) order by l.path), '[]')
      from public.pages p
      left join public.page_locales l on l.page_id = p.id and l.locale = 'en'
      where p.parent_id = p_page_id
    ),
    'menus', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'site', m.site_id, 'name', m.name) order by m.site_id, m.name), '[]')
      from public.menus m
      where exists (
        select 1 from jsonb_path_query(m.items, 'strict $.**.link') k
        where jsonb_typeof(k) = 'number' and k::text = any (link_ids::text[])
      )
    ),
    'links', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'text', l.text, 'shown_on', (
        select coalesce(jsonb_agg(distinct jsonb_build_object('site', o.site_id, 'path', o.path)), '[]')
        from (
          select o.site_id, o.path
          from public.output_tags t
          join public.site_outputs o on o.id = t.output_id
          where t.tags && (array['link:' || l.id] || array(select s.kind || '/' || s.shape || ':' || l.id from private.shapes s where s.kind = 'link'))
            and o.path is not null and not (o.kind = 'page' and o.ref = p_page_id)
          order by o.path limit 20
        ) o
      )) order by l.id), '[]')
      from public.links l where l.page_id = p_page_id
    ),
    'redirects', (select count(*) from public.redirects r where r.page_id = p_page_id)
  );
end $$;
comment on function public.page_uses is
  'What leads to a page: pages below it, menus, links with the live addresses that show them, and redirects from old addresses.';
grant execute on function public.page_uses to authenticated, service_role;
