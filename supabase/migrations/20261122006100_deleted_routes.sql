-- A page with a route is part of what its whole site reads: breadcrumbs of records name it. What depends on the site's
-- globals is looked up when the change is taken in, and by then a deleted page is no longer among them.
create function private.queue_deleted_routes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
begin
  select array_agg(distinct 'globals:' || o.site_id) into tags from old_rows o where o.route is not null;
  if tags is not null then
    perform private.queue_change(tags, '[]');
  end if;
  return null;
end $$;
create trigger pages_queue_delete after delete on public.pages
  referencing old table as old_rows for each statement execute function private.queue_deleted_routes();
