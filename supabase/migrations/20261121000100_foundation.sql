-- What every other migration builds on: extensions, enumerations, the staff, and the functions that tables share.

create schema if not exists extensions;
create schema if not exists private;
comment on schema private is 'Functions and views that the data API does not expose.';

create extension if not exists pg_trgm with schema extensions;
-- Supabase Queues. The extension makes its own schema `pgmq`.
create extension if not exists pgmq;

grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;

create type public.locale as enum ('en', 'de', 'jp', 'cn', 'kr');
create type public.staff_role as enum ('editor', 'admin');
create type public.product_status as enum ('active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new');
create type public.module_type as enum (
  'TEXT_BLOCK', 'HERO', 'APPLICATION_HEADER', 'SECONDARY_HEADER', 'TEXT_HEADER', 'TAB', 'CARD_GROUP', 'CONVERSION_DRIVEN',
  'SLIDER', 'MEDIA_TEASER', 'EVALUATION_CATEGORIES', 'SOFTWARE_DOWNLOADS', 'CONTACT_LOCATIONS', 'QUOTE', 'PRODUCT_SLIDER',
  'CORRESPONDING', 'WEBINARS', 'NEWS', 'FULL_WIDTH_SLIDER', 'VIDEO_GROUP', 'INTERRUPTER', 'COMPANY_LOCATION', 'IMAGE_GROUP',
  'CTA', 'CV', 'KEY_FIGURES', 'EVENTS', 'ACCORDION', 'PRODUCT_TABLE', 'CTA_BLOCK', 'BENEFITS', 'LINK_LIST', 'PARTNERS',
  'WAY_TO_START', 'DOCUMENT_CATEGORIES', 'HIGHLIGHTS', 'JOB_OPENINGS', 'LATEST_EMPLOYEE_STORIES', 'EMPLOYEE_STORIES',
  'EQS_STOCK_CHART', 'EQS_INVESTORS', 'LINK_HERO', 'OFFICE_MAP', 'MANUAL_TABS', 'CUSTOM_FORMS', 'PRODUCT_DETAILS'
);

-- Checks that tables share. They hold whoever writes; limits of length and the like belong to the schemas in src.

create function public.is_localized(value jsonb, required text[], required_rich text[] default '{}') returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(value) is distinct from 'object' or not value ? 'en' then false
    else not exists (
      select 1
      from jsonb_each(value) l
      where l.key not in ('en', 'de', 'jp', 'cn', 'kr')
        or jsonb_typeof(l.value) <> 'object'
        or exists (
          select 1 from unnest(required) field
          where jsonb_typeof(l.value -> field) is distinct from 'string' or btrim(l.value ->> field) = ''
        )
        or exists (
          select 1 from unnest(required_rich) field where l.value #>> array[field, 'type'] is distinct from 'doc'
        )
    )
  end
$$;
comment on function public.is_localized is
  'Whether a value holds texts by locale: the default locale is there, and every locale that is there has the required texts and rich texts.';

create function private.is_slug(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since what a character class such
  -- as [:alnum:] matches depends on how the database was made.
  select value ~ '^[^\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xde\xf7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]+$'
    and value !~ '^-|-$|--' and value is nfc normalized and length(value) <= 120
$$;
comment on function private.is_slug is 'Whether a value is a path segment of lowercase letters, digits and single hyphens.';

-- The sites of this product in one place. A fork with other sites replaces this function in a migration of its own.
create function private.are_sites(value text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value <@ array['main', 'developer', 'automotive']
    and cardinality(value) = (select count(distinct site) from unnest(value) site)
$$;
comment on function private.are_sites is 'Whether a list names only known sites, each once.';

create function private.is_web_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^https?://[^\s/?#@]+([/?#]\S*)?$' and length(value) <= 2000
$$;
comment on function private.is_web_address is 'Whether a value is an absolute http or https address without credentials.';

create function private.is_video_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^https://www\.youtube\.com/watch\?v=[A-Za-z0-9_-]{11}$'
$$;
comment on function private.is_video_address is 'Whether a value is the address of a video with an 11-character id.';

create function private.is_visible(
  is_published boolean, publish_from timestamptz, publish_until timestamptz, at timestamptz
) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select is_published and (publish_from is null or publish_from <= at) and (publish_until is null or publish_until > at)
$$;
comment on function private.is_visible is 'Whether visitors see a record at a moment: from publish_from on, until just before publish_until.';

create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A write that changes nothing is no new version.
  new.version := old.version;
  new.updated_at := old.updated_at;
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;
comment on function private.touch is 'Counts versions and dates changes, whatever the writer sends for both columns.';

-- Staff ---------------------------------------------------------------------------------------------------------------

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null default '',
  role public.staff_role not null default 'editor',
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email)
);
comment on table public.staff is 'Who may edit: one row for each person, beside the account in auth.users.';
create trigger staff_touch before update on public.staff for each row execute function private.touch();

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.staff s where s.user_id = (select auth.uid()) and s.disabled_at is null
  )
$$;
comment on function private.is_staff is 'Whether the caller is signed in and an active member of the staff.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.staff s
    where s.user_id = (select auth.uid()) and s.disabled_at is null and s.role = 'admin'
  )
$$;
comment on function private.is_admin is 'Whether the caller is signed in and an active administrator.';

alter table public.staff enable row level security;
create policy staff_read on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy staff_insert on public.staff for insert to authenticated with check ((select private.is_admin()));
create policy staff_update on public.staff for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy staff_delete on public.staff for delete to authenticated using ((select private.is_admin()));
revoke all on public.staff from anon, authenticated;
grant select, insert, update, delete on public.staff to authenticated;
grant all on public.staff to service_role;

-- Content tables are all protected alike ---------------------------------------------------------------------------------

create function private.protect_content(p_table text, p_visible text) returns void
language plpgsql set search_path = ''
as $$
declare
  has_version boolean := exists (
    select 1 from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', p_table)::regclass and a.attname = 'version' and not a.attisdropped
  );
begin
  execute format('alter table public.%I enable row level security', p_table);
  if p_visible is null then
    execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()))',
      p_table || '_read', p_table);
  elsif p_visible = 'true' then
    execute format('create policy %I on public.%I for select to anon, authenticated using (true)', p_table || '_read', p_table);
  else
    execute format('create policy %I on public.%I for select to anon using (%s)', p_table || '_read', p_table, p_visible);
    execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()) or %s)',
      p_table || '_staff_read', p_table, p_visible);
  end if;
  execute format('create policy %I on public.%I for insert to authenticated with check ((select private.is_staff()))',
    p_table || '_insert', p_table);
  execute format('create policy %I on public.%I for update to authenticated
    using ((select private.is_staff())) with check ((select private.is_staff()))', p_table || '_update', p_table);
  execute format('create policy %I on public.%I for delete to authenticated using ((select private.is_staff()))',
    p_table || '_delete', p_table);
  execute format('revoke all on public.%I from anon, authenticated', p_table);
  if p_visible is not null then
    execute format('grant select on public.%I to anon', p_table);
  end if;
  execute format('grant select, insert, update, delete on public.%I to authenticated', p_table);
  execute format('grant all on public.%I to service_role', p_table);
  if has_version then
    execute format('create trigger %I before update on public.%I for each row execute function private.touch()',
      p_table || '_touch', p_table);
  end if;
end $$;
comment on function private.protect_content is
  'For migrations: row level security, policies, grants and the version trigger of a content table. Visitors read the rows for which the given expression holds, or none if it is null; staff read and write all.';

-- Policies and checks run these with the rights of whoever reads or writes.
grant execute on function private.is_staff, private.is_admin, private.is_visible to anon, authenticated, service_role;
revoke execute on function public.is_localized from public, anon;
grant execute on function public.is_localized, private.is_slug, private.are_sites, private.is_web_address,
  private.is_video_address to authenticated, service_role;
revoke execute on function private.protect_content from public, anon, authenticated;
