-- How the search index reads texts: folding, words, vectors.

-- A folded text with a space for everything but letters and digits. Code points decide, since character classes depend on the collation
-- of the database.
create function private.search_fold(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(private.fold_text(p_text),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u2bff\u3000-\u3004\u3008-\u303f\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff5b-\uff65]+',
    ' ', 'g'));
end $$;
comment on function private.search_fold is 'A text as the index compares it: folded, without punctuation.';
grant execute on function private.search_fold to authenticated, service_role;

-- Chinese, Japanese and Korean are cut into pairs of neighbouring characters: most words there have two, which trigrams would
-- not find. With the tail the last character is a word as well, so that it is found alone.
create function private.search_tokens(p_text text, p_tail boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded text := private.search_fold(p_text);
begin
  if folded !~ '[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then
    return folded;
  end if;
  return (
    select string_agg(case when part.run[1] is null then part.run[2] else (
        select string_agg(substr(part.run[1], i, 2), ' ' order by i)
        from generate_series(1, greatest(length(part.run[1]) - case when p_tail then 0 else 1 end, 1)) i
      ) end, ' ' order by part.place)
    from regexp_matches(folded,
      '([\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|([^ \u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)',
      'g') with ordinality part (run, place)
  );
end $$;
comment on function private.search_tokens is 'The words of a text with spaces between them, as the index holds them.';

-- An order code is found however it is spaced.
create function private.search_code(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(private.search_fold(p_text), ' ', '');
end $$;

create function private.search_vector(p_text text, p_weight text) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg('''' || w.word || ''':' || least(w.place, 16383) || p_weight, ' '), '')::tsvector
  from unnest(string_to_array(private.search_tokens(p_text, true), ' ')) with ordinality w (word, place)
  where w.word <> '' and length(w.word) <= 100);
end $$;

-- Each row holds its site, locale and kind as words: one look-up intersects them with what is searched for.
create function private.search_scope(p_site text, p_locale public.locale, p_kind text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '@' || p_site || '/' || p_locale::text || coalesce('/' || p_kind, '');
end $$;

create function private.search_keys(p_terms text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select private.search_fold(t) from unnest(p_terms) t);
end $$;
grant execute on function private.search_keys to authenticated, service_role;

create function private.rich_words(p_rich jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(t #>> '{}', ' '), '') from jsonb_path_query(p_rich, 'strict $.**.text') t);
end $$;
comment on function private.rich_words is 'The text of a rich text.';

-- The fields of modules that hold what visitors read; a test compares them with the schemas of all module types.
create function private.searched_fields() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array['body', 'caption', 'description', 'lead', 'linkSummary', 'name', 'position', 'quote', 'subtitle', 'tag', 'text', 'title'];
end $$;

-- Empty fields are left out, or excerpts would have two separators in a row.
create function private.module_words(p_modules jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(f ->> 'value', ' · '), '')
  from jsonb_path_query(p_modules, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string")') f
  where f ->> 'key' = any (private.searched_fields()) and btrim(f ->> 'value') <> '');
end $$;
comment on function private.module_words is 'What visitors read in a tree of modules.';
