-- What no trigger has prevented: rows of before, and rows that were written without triggers.

create function private.find_circles() returns table (tree text, place text, release bigint, nodes text[], said text)
language plpgsql security definer set search_path = ''
as $$
declare
  known private.trees;
begin
  for known in select * from private.trees t order by t.name loop
    return query execute format($q$
      with recursive edges as materialized (%1$s), up as (
        select e.node, e.above from edges e
        union
        select up.node, e.above from up join edges e on e.node = up.above
      ), inside as materialized (
        select up.node from up where up.node = up.above
      ), firsts as (
        select distinct (select min(i.node) from up join inside i on i.node = up.above where up.node = s.node) as node from inside s
      )
      select %2$L, %3$L, null::bigint, c.nodes, private.words_of_circle(%2$L, c.nodes)
      from firsts f cross join lateral private.find_circle(%2$L, f.node::text) c (nodes)$q$, known.edges, known.name, known.place);
  end loop;
  return query
  select 'release_pages', 'release', l.id, array[c.value ->> 'page_id'],
    format('In the release “%s” a page would be below itself: “%s”.', l.name,
      (select string_agg(t.value, '” below “' order by t.ordinality) from jsonb_array_elements_text(c.value -> 'titles') with ordinality t))
  from public.releases l cross join lateral jsonb_array_elements(public.release_circles(l.id)) c
  where l.state in ('open', 'scheduled');
end $$;
comment on function private.find_circles is
  'Every circle in a tree or chain: of drafts, of what is live, and of what is live once a release is. In the first two nothing makes one; one of a release is told in its plan, and is not published.';
revoke execute on function private.find_circles from public;
grant execute on function private.find_circles to service_role;
