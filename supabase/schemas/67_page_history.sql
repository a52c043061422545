-- The history of a page: what was published of it, and bringing any of that back into the draft.

create function public.list_page_revisions(p_page_id bigint, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with edits as materialized (
      -- A publish writes its revision in the transaction that its edit is of.
      select distinct e.id, e.made_at, e.takes_back
      from public.edited_records d join public.content_edits e on e.id = d.edit_id
      where d.table_name = 'published_page_locales' and d.ref = p_page_id::text
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'at', r.created_at, 'by', private.person_name(r.created_by),
      'is_live', r.id = p.published_revision_id,
      'receipt', (
        select min(l.receipt_id) from edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.made_at = r.created_at
      ),
      'takes_back', (select min(e.takes_back) from edits e where e.made_at = r.created_at),
      'release', (
        select min(l.name) from public.release_pages i join public.releases l on l.id = i.release_id
        where i.page_id = r.page_id and i.revision_id = r.id
      ),
      'locales', (
        select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from public.page_revision_locales l where l.revision_id = r.id
      )) order by r.number desc), '[]')
    from (
      select * from public.page_revisions r where r.page_id = p_page_id order by r.number desc limit least(p_limit, 500)
    ) r
    left join public.pages p on p.id = r.page_id
  );
end $$;
comment on function public.list_page_revisions is 'What was published of a page, the newest first: who, when, with which release, and the receipt that tells of it, while that is on record.';
grant execute on function public.list_page_revisions to authenticated, service_role;

create function public.read_draft_contents(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('site', p.site_id, 'is_editable', p.is_editable, 'structure_version', p.structure_version,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = p.id), 0),
      'locales', (
        select coalesce(jsonb_object_agg(l.locale, private.draft_locale(p.id, l.locale)), '{}')
        from public.page_locales l where l.page_id = p.id
      ))
    from public.pages p where p.id = p_page_id
  );
end $$;
comment on function public.read_draft_contents is 'A page''s draft by locale as a revision would have it, with the versions that a change of it is made against.';
grant execute on function public.read_draft_contents to authenticated, service_role;

create function public.restore_draft(
  p_actor uuid, p_page_id bigint, p_contents jsonb, p_expected_version integer, p_last_save bigint, p_discarded bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
  parent bigint;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  -- Only modules that are, or were, of this page.
  if exists (
    select 1 from jsonb_each(p_contents) c
    cross join lateral private.flatten_modules(c.value -> 'modules') f
    join public.modules m on m.id = f.id
    where m.page_id <> p_page_id
  ) then
    raise exception 'the contents have a module of another page than %', p_page_id using errcode = 'invalid_parameter_value';
  end if;
  parent := page.parent_id;
  if p_discarded is not null then
    select case
      when d.parent_id is null then null
      -- It may be gone, or below this page by now.
      when exists (select from public.pages a where a.id = d.parent_id and a.site_id = page.site_id) and not exists (
        with recursive above as (
          select d.parent_id as id
          union
          select a.parent_id from above b join public.pages a on a.id = b.id
        )
        select from above b where b.id = p_page_id
      ) then d.parent_id
      else page.parent_id
    end into parent
    from public.discarded_drafts d where d.id = p_discarded and d.kind = 'page' and d.record_id = p_page_id::text;
    if not found then
      return '{"status": "not-found"}';
    end if;
  end if;
  perform private.record_discard(p_page_id, 'replaced');
  perform set_config('content.draft_step', 'restore', true);
  perform private.replace_draft(p_page_id, parent, p_contents);
  return '{"status": "saved"}';
end $$;
comment on function public.restore_draft is
  'Gives the draft of a page other contents, by locale as a revision has them, unless somebody has saved since the caller looked. What it had can be brought back. p_discarded: the draft that was thrown away whose place in the tree it gets.';
