-- A field without words leaves no mark between its neighbours: excerpts read "supply period · · three figures".
create or replace function private.module_words(p_modules jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(f ->> 'value', ' · '), '')
  from jsonb_path_query(p_modules, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string")') f
  where f ->> 'key' = any (private.searched_fields()) and btrim(f ->> 'value') <> '');
end $$;

insert into private.search_due (kind, ref) values ('all', 0);
