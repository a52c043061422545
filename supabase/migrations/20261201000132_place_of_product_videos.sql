-- Functions are created before the tables that they read.
set local check_function_bodies = off;

create or replace view private.product_detail_records with (security_invoker=true) as
 SELECT p.id,
    (r.record || jsonb_build_object('order_code', p.order_code, 'localized', p.localized, 'series_slug', ( SELECT s.slug
           FROM public.series s
          WHERE (s.id = p.series_id)), 'images', ( SELECT COALESCE(jsonb_agg(i.record ORDER BY x."position", x.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_images x
             JOIN private.image_records i ON ((i.id = x.image_id)))
          WHERE ((x.product_id = p.id) AND (x.video_url IS NULL))), 'videos', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('url', x.video_url, 'image', i.record, 'place', x.place) ORDER BY x.place), '[]'::jsonb) AS "coalesce"
           FROM (( SELECT m.video_url,
                    m.image_id,
                    row_number() OVER (ORDER BY m."position", m.id) AS place
                   FROM public.product_images m
                  WHERE (m.product_id = p.id)) x
             LEFT JOIN private.image_records i ON ((i.id = x.image_id)))
          WHERE (x.video_url IS NOT NULL)), 'properties', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized, 'group', COALESCE(c.role, 'secondary'::text), 'number', v.value_number, 'max', v.value_max, 'text', v.value_text, 'localized', v.localized) ORDER BY COALESCE(c.role, 'secondary'::text), c."position", d.id), '[]'::jsonb) AS "coalesce"
           FROM ((public.product_property_values v
             JOIN public.properties d ON ((d.id = v.property_id)))
             LEFT JOIN public.category_properties c ON (((c.property_id = v.property_id) AND (c.category_id = p.primary_category_id))))
          WHERE (v.product_id = p.id)), 'documents', ( SELECT COALESCE(jsonb_agg(d.record ORDER BY x."position", d.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_documents x
             JOIN private.document_records d ON ((d.id = x.document_id)))
          WHERE (x.product_id = p.id)), 'applications', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', a.id, 'localized', a.localized, 'image', i.record) ORDER BY x."position", a.id), '[]'::jsonb) AS "coalesce"
           FROM ((public.product_applications x
             JOIN public.applications a ON ((a.id = x.application_id)))
             LEFT JOIN private.image_records i ON ((i.id = a.image_id)))
          WHERE (x.product_id = p.id)), 'related', ( SELECT COALESCE(jsonb_agg(o.record ORDER BY x."position", o.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_relations x
             JOIN private.product_records o ON ((o.id = x.related_id)))
          WHERE (x.product_id = p.id)))) AS record
   FROM (public.products p
     JOIN private.product_records r ON ((r.id = p.id)));
