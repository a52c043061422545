import path from 'node:path';
import { startEmbedded } from '#embedded/start-embedded.ts';

/** So many records of every kind that grows; a list or a picker of another one is the same over fewer rows. */
export const manyRecords = 100_000;

/** Triggers are left out: nothing is published here. */
const records = `
  insert into sites (id, locales, localized)
    select s, '{en,de,jp,cn}', '{"en": {"title": "T", "description": "D"}}' from unnest('{main,developer,automotive}'::text[]) s;
  insert into images (id, filename, display, hash, content_type, width, height, bytes, widths, storage_path, localized, created_at)
    select i, format('picture-%s-%s.webp', i, md5(i::text)), format('Sensor picture %s on a board', i), md5(i::text), 'image/webp',
      1600, 900, 1000, '{320,640,960,1280}', 'originals/' || md5(i::text) || '.webp',
      jsonb_build_object('en', jsonb_build_object('alt', format('A humidity sensor, number %s', i)),
        'jp', jsonb_build_object('alt', format('湿度センサ %s', i))), '2026-01-01'::timestamptz + make_interval(mins => i)
    from generate_series(1, many) i;
  insert into categories (id, slug, localized)
    select i, 'category-' || i, jsonb_build_object('en', jsonb_build_object('title', 'Sensors ' || i)) from generate_series(1, 50) i;
  insert into series (id, name, slug, display_name, status, image_id, category_id, localized)
    select i, 'S' || i, 's' || i, 'Sensor series ' || i, 'active', i, 1 + i % 50, '{"en": {"summary": "S"}}' from generate_series(1, 500) i;
  insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, product_class, position, sites, is_published,
      publish_from, publish_until, localized, updated_at)
    select i, format('SEN%s-%s', i, substr(md5(i::text), 1, 4)), format('Sensor %s %s', i, substr(md5(i::text), 1, 6)), 'sensor-' || i,
      '1-' || (100000 + i), (enum_range(null::product_status))[1 + i % 6], 1 + i % 500, 1 + i % 50,
      (array['sensor', 'module', 'meter', 'evaluation_kit', null])[1 + i % 5], i,
      case when i % 3 = 0 then '{main,automotive}' else '{main}' end::text[], i % 40 <> 0,
      case when i % 100 = 1 then '2099-01-01'::timestamptz end, case when i % 100 = 2 then '2026-01-01'::timestamptz end,
      jsonb_build_object('en', jsonb_build_object('tagline', 'Measures humidity, number ' || i,
        'description', jsonb_build_object('type', 'doc', 'content', repeat('It is as long as a description is. ', 20)))),
      '2026-01-01'::timestamptz + make_interval(mins => i * 7919 % many)
    from generate_series(1, many) i;
  insert into product_images (product_id, position, image_id) select i, 0, i from generate_series(1, many) i;
  insert into pages (id, site_id) select i, (array['main', 'developer', 'automotive'])[1 + i % 3] from generate_series(1, 5000) i;
  insert into page_locales (page_id, locale, site_id, path, title)
    select i, l::locale, (array['main', 'developer', 'automotive'])[1 + i % 3], format('/section-%s/page-%s', i % 50, i),
      format('Sensor page %s %s', i, l) from generate_series(1, 5000) i, unnest('{en,de}'::text[]) l;
  insert into links (id, text, link_type, page_id)
    select i, format('Sensor link %s', i), 'internal', 1 + i % 5000 from generate_series(1, many) i;
  insert into documents (id, name, content_date, document_type, language, filename, hash, content_type, size, storage_path, localized)
    select i, format('Sensor datasheet %s', i), '2026-01-01'::date + i % 900, 'datasheet', 'en', i || '.pdf', md5(i::text),
      'application/pdf', 1000, 'documents/' || i, jsonb_build_object('en', jsonb_build_object('title', 'Datasheet ' || i))
    from generate_series(1, many) i;
  insert into files (id, filename, hash, content_type, size, storage_path)
    select i, format('sensor-%s.zip', i), md5(i::text), 'application/zip', 1000, 'documents/' || i from generate_series(1, 5000) i;
  insert into vectors (id, filename, hash, bytes, storage_path)
    select i, format('sensor-%s.svg', i), md5(i::text), 1000, 'vectors/' || i from generate_series(1, 2000) i;
  insert into videos (id, filename, video_url, image_id, localized)
    select i, format('sensor-%s.mp4', i), 'https://www.youtube.com/watch?v=abcdefghijk', i, jsonb_build_object('en', jsonb_build_object('title', 'Sensor film ' || i))
    from generate_series(1, 500) i;
  -- A folder of half of the pictures, and one of hardly any; tags likewise.
  insert into media_folders (id, name, parent_id) select i, 'Folder ' || i, case when i > 10 then i - 10 end from generate_series(1, 50) i;
  insert into filed_media (kind, record_id, folder_id)
    select k, i, case when i % 2 = 0 then 20 else 1 + i % 50 end from generate_series(1, many) i, unnest('{image,document}'::text[]) k where i % 5 > 0;
  insert into media_tags (id, name) select i, 'Tag ' || i from generate_series(1, 100) i;
  insert into tagged_media (tag_id, kind, record_id)
    select distinct t, k, i from generate_series(1, many) i, unnest('{image,document}'::text[]) k, unnest(array[1 + i % 2, 3 + i % 98]) t;
  insert into webinars (id, title, url, localized)
    select i, 'Sensor webinar ' || i, 'https://example.com/', jsonb_build_object('en', jsonb_build_object('title', 'Webinar ' || i)) from generate_series(1, 500) i;
  insert into locations (id, name, name_verbose, address_lines)
    select i, 'Sensor town ' || i, 'Office ' || i, array['Street ' || i] from generate_series(1, 200) i;
  insert into cvs (id, name, image_id, localized)
    select i, 'Person ' || i, i, jsonb_build_object('en', jsonb_build_object('position', 'Sensor engineer')) from generate_series(1, 500) i;
  insert into story_groups (id, localized) select i, jsonb_build_object('en', jsonb_build_object('name', 'Sensor group ' || i)) from generate_series(1, 50) i;
  insert into story_categories (id, localized) select i, jsonb_build_object('en', jsonb_build_object('name', 'Sensor category ' || i)) from generate_series(1, 50) i;
  insert into employee_stories (id, slug, category_id, image_id, sites, publish_from, localized)
    select i, 'story-' || i, 1 + i % 50, i, '{main}', '2026-01-01'::timestamptz + make_interval(hours => i),
      jsonb_build_object('en', jsonb_build_object('title', 'Sensor story ' || i, 'teaser', 'T', 'body', '{"type": "doc"}'::jsonb))
    from generate_series(1, 500) i;
  insert into channel_partners (id, name) select i, 'Partner ' || i from generate_series(1, 50) i;
  insert into inventory_items (id, product_id, channel_partner_id, quantity, as_of)
    select i, 1 + (i - 1) / 50, 1 + (i - 1) % 50, i * 31 % 9999, '2026-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, many) i;
  insert into tags (id, slug, localized)
    select i, 'subject-' || i, jsonb_build_object('en', jsonb_build_object('name', format('Subject %s %s', md5(i::text), i))) from generate_series(1, many) i;
  insert into articles (id, slug, newsroom_category, newsroom_type, career_type, image_id, sites, publish_from, localized)
    select i, 'article-' || i, case when i % 4 = 0 then 'career' else 'newsroom' end::newsroom_category,
      case when i % 4 <> 0 then enum_first(null::newsroom_type) end, case when i % 4 = 0 then enum_first(null::career_type) end,
      i, '{main}', '2016-01-01'::timestamptz + make_interval(hours => i * 7919 % many),
      jsonb_build_object('en', jsonb_build_object('title', format('News %s of a sensor', i), 'lead', 'What has happened, and why it matters.', 'body',
        jsonb_build_object('type', 'doc', 'content', repeat('It is as long as an article is. ', 60))))
    from generate_series(1, many) i;
  insert into redirects (id, site_id, from_path, to_path, status)
    select i, (array['main', 'developer', 'automotive'])[1 + i % 3], '/old/' || md5(i::text), '/new/' || i, 301 from generate_series(1, many) i;
  insert into stock_quotes (id, symbol, day, close)
    select i, 'SYM' || i % 20, '2000-01-01'::date + i / 20, 10 + i % 90 from generate_series(1, many) i;
  insert into forms (id, title) select i, 'Sensor form ' || i from generate_series(1, 200) i;
  insert into form_submissions (id, form_id, form_title, site_id, locale, content, submitted_at, delete_after, read_at)
    select i, 1, 'Sensor form 1', 'main', 'en', jsonb_build_object('name', 'Person ' || md5(i::text), 'email', format('person%s@example.com', i)),
      '2026-01-01'::timestamptz + make_interval(mins => i), '2099-01-01', case when i % 3 > 0 then now() end
    from generate_series(1, many) i;
  -- Drafts of records that are live, and of new ones.
  insert into record_drafts (kind, record_id, base_version, data)
    select k, i::text, 1, jsonb_build_object('name', 'Changed ' || i) from unnest('{product,article,tag,image}'::text[]) k, generate_series(1, many / 2, many / 400) i
    union all
    select k, (many + i)::text, null, jsonb_build_object('name', 'New ' || i) from unnest('{product,article,tag,image}'::text[]) k, generate_series(1, 20) i;
`;

function switchTriggers(to: 'enable' | 'disable'): string {
  return `do $$
    declare name text;
    begin
      for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
        execute format('alter table %s ${to} trigger user', name);
      end loop;
    end $$;`;
}

/** Makes a database with `manyRecords` of each kind that grows. */
export async function generateRecords(folder: string): Promise<string> {
  const dataDirectory = path.join(folder, 'data');
  const generating = await startEmbedded({ dataDir: dataDirectory });
  const script = records.replaceAll(/\bmany\b/g, String(manyRecords));
  // One after another: what a script has inserted holds its tables until it has ended.
  for (const part of [switchTriggers('disable'), script, switchTriggers('enable'), 'vacuum analyze'])
    await generating.execute(part);
  await generating.stop();
  return dataDirectory;
}
