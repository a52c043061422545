-- A word that has synonyms is known, though no text has it: it is not taken for a mistyped one.
create or replace function private.search_question(p_site text, p_locale public.locale, p_query text) returns private.search_question
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  chunks text[] := array(
    select c from unnest(regexp_split_to_array(normalize(p_query, nfkc), '\s+')) c where private.search_fold(c) <> '' limit 8
  );
  folded text[] := private.search_keys(chunks);
  parts text[] := '{}';
  question private.search_question;
  alternatives text[];
  tokens text[];
  token text;
  term text;
  found record;
  taken integer;
  i integer := 1;
begin
  question.words := '{}';
  question.corrections := '[]';
  question.title_key := private.search_tokens(p_query, false);
  while i <= cardinality(chunks) loop
    taken := 1;
    alternatives := '{}';
    -- A synonym may have several words: the longest that stands here counts.
    for len in reverse least(3, cardinality(chunks) - i + 1)..1 loop
      for term in
        select distinct t from public.search_synonyms s, unnest(s.keys) t
        where p_site = any (s.sites) and s.locale = p_locale
          and s.keys @> array[array_to_string(folded[i:i + len - 1], ' ')]
          and t <> array_to_string(folded[i:i + len - 1], ' ')
        order by t
      loop
        tokens := string_to_array(private.search_tokens(term, false), ' ');
        alternatives := alternatives
          || (select string_agg(private.search_term(t, length(t) > 3), '&') from unnest(tokens) t);
        question.words := question.words || tokens;
      end loop;
      if alternatives <> '{}' then
        taken := len;
        exit;
      end if;
    end loop;
    if taken = 1 and cardinality(chunks) > 1 and private.is_stop_word(p_locale, folded[i]) then
      i := i + 1;
      continue;
    end if;
    tokens := string_to_array(private.search_tokens(array_to_string(chunks[i:i + taken - 1], ' '), false), ' ');
    term := '';
    foreach token in array tokens loop
      found := private.search_word(p_site, p_locale, token);
      if alternatives <> '{}' and found.correction is not null then
        select private.search_term(token, false) as part, array[token] as words, null::text as correction into found;
      end if;
      term := concat_ws('&', nullif(term, ''), '(' || found.part || ')');
      question.words := question.words || found.words;
      if found.correction is not null then
        question.corrections := question.corrections || jsonb_build_object('from', token, 'to', found.correction);
      end if;
    end loop;
    alternatives := array[term] || alternatives;
    -- HX41-D is the beginning of the code HX41D1R5.
    if cardinality(tokens) > 1 and taken = 1 and private.search_code(chunks[i]) ~ '^[a-z0-9]+$' then
      alternatives := alternatives || private.search_term(private.search_code(chunks[i]), true);
    end if;
    parts := parts || ('((' || array_to_string(alternatives, ')|(') || '))');
    i := i + taken;
  end loop;
  if parts <> '{}' then
    question.whole := array_to_string(parts, '&')::tsquery;
    -- Where nothing has all of it: of a run of Chinese, Japanese or Korean characters, any pair.
    question.part := replace(array_to_string(parts, '|'), '&', '|')::tsquery;
  end if;
  return question;
end $$;
