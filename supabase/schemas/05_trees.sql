-- Trees and chains: rows of which each names the one above it, or the address that it leads to. None comes back to itself. Whether one does
-- is asked when a transaction ends, since the rows of a set may pass through any order, and of the edges that it has changed alone: a circle
-- that is there all the same stops nobody who works elsewhere, and any of its rows may be put somewhere else.

create table private.trees (
  name text primary key,
  table_name text not null,
  -- What editors change, or what visitors see.
  place text not null check (place in ('draft', 'live')),
  -- A query of (node, above), which finds those of one node by an index.
  edges text not null,
  node_type text not null,
  -- A query of the name of node $1.
  node_name text not null,
  -- Why a circle is refused and what to do. %s: its names, each below the next one, or leading to it.
  refusal text not null,
  between_names text not null
);
comment on table private.trees is 'The sets of rows that form trees or chains, and how a circle in each is told.';
grant select on private.trees to service_role;

-- Who asks and who writes would otherwise both be right. One lock for all of them, taken at the end of a transaction, so that nobody holds
-- the lock of one tree and waits for that of another.
create function private.lock_trees() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Other transactions would be looked for with the eyes of the first statement.
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'trees are changed in transactions that are read committed or serializable' using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('trees', 0));
end $$;
revoke execute on function private.lock_trees from public;
grant execute on function private.lock_trees to service_role;

-- The nodes from one back to itself; null where there is no way back. Each tree has a function of its own, whose plan is kept: an import
-- asks for thousands of rows.
create function private.find_circle(p_tree text, p_node text) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  circle text[];
begin
  execute format('select private.%I($1::%s)::text[]', 'circle_of_' || p_tree, (select t.node_type from private.trees t where t.name = p_tree)) into circle using p_node;
  return circle;
end $$;
comment on function private.find_circle is 'The nodes of a tree from one up to itself; null where it is not above itself. Sees what others have committed.';
revoke execute on function private.find_circle from public;
grant execute on function private.find_circle to service_role;

-- The names of nodes, of many the first and the last. p_names: those that nodes are about to get.
create function private.names_in_tree(p_tree text, p_nodes text[], p_names jsonb) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  tree private.trees;
  node text;
  found_name text;
  names text[] := '{}';
begin
  select * into strict tree from private.trees t where t.name = p_tree;
  foreach node in array case when cardinality(p_nodes) > 8 then p_nodes[:4] || null::text || p_nodes[cardinality(p_nodes) - 2:] else p_nodes end loop
    execute format('select (%s)', replace(tree.node_name, '$1', '$1::' || tree.node_type)) into found_name using node;
    names := names || case when node is null then '…' else coalesce(p_names ->> node, found_name, node) end;
  end loop;
  return names;
end $$;
revoke execute on function private.names_in_tree from public;
grant execute on function private.names_in_tree to service_role;

create function private.words_of_circle(p_tree text, p_nodes text[], p_names jsonb default '{}') returns text
language sql stable security definer set search_path = ''
as $$
  select format(t.refusal, array_to_string(private.names_in_tree(p_tree, p_nodes, p_names), t.between_names)) from private.trees t where t.name = p_tree
$$;
comment on function private.words_of_circle is 'Why a circle is refused, with the names of what is in it, and what to do.';
revoke execute on function private.words_of_circle from public;
grant execute on function private.words_of_circle to service_role;

-- Raises where nodes that are above each other are a circle.
create function private.refuse_circle(p_tree text, p_circle text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_circle is not null then
    raise exception using errcode = '23C01', message = private.words_of_circle(p_tree, p_circle), table = (select t.table_name from private.trees t where t.name = p_tree),
      detail = jsonb_build_object('tree', p_tree, 'nodes', p_circle);
  end if;
end $$;
revoke execute on function private.refuse_circle from public;

create function private.guard_tree(
  p_table text, p_place text, p_node_name text, p_refusal text, p_between text default '” below “', p_node text default 'id', p_first text default 'true'
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.trees (name, table_name, place, edges, node_type, node_name, refusal, between_names)
  values (p_table, p_table, p_place, format('select t.%I as node, t.parent_id as above from public.%I t where t.parent_id is not null', p_node, p_table),
    'bigint', p_node_name, p_refusal, p_between);
  -- Always by the index: of what a transaction has written the planner knows nothing yet.
  execute format($q$
    create function private.circle_of_%1$s(p_node bigint) returns bigint[]
    language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $f$
    begin
      -- Most have none below them.
      if not exists (select from public.%1$I t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.%1$I t where t.%2$I = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.%1$I t on t.%2$I = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.%1$I t where t.%2$I = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.%1$I t on t.%2$I = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $f$;
    revoke execute on function private.circle_of_%1$s from public;
    create function private.refuse_circle_of_%1$s() returns trigger
    language plpgsql security definer set search_path = ''
    as $f$
    begin
      if %3$s then
        perform private.lock_trees();
        perform private.refuse_circle(%1$L, private.circle_of_%1$s(new.%2$I)::text[]);
      end if;
      return null;
    end $f$;
    revoke execute on function private.refuse_circle_of_%1$s from public;
    create constraint trigger %1$s_circle_insert after insert on public.%1$I deferrable initially deferred
      for each row when (new.parent_id is not null) execute function private.refuse_circle_of_%1$s();
    create constraint trigger %1$s_circle_update after update on public.%1$I deferrable initially deferred
      for each row when (new.parent_id is not null and (old.%2$I, old.parent_id) is distinct from (new.%2$I, new.parent_id))
      execute function private.refuse_circle_of_%1$s();$q$, p_table, p_node, p_first);
end $$;
comment on function private.guard_tree is
  'For the schema: the triggers of a table whose column parent_id names the row above, and the words that refuse a circle. p_first: a condition of the row new, where several rows are one node.';
