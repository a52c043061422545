-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.images add column focus_x smallint;

alter table public.images add column focus_y smallint;

create or replace view private.image_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'hash', hash, 'width', width, 'height', height, 'widths', widths, 'has_avif', (NOT (avif_hash IS DISTINCT FROM hash)), 'focus',
        CASE
            WHEN (focus_x IS NOT NULL) THEN jsonb_build_array(focus_x, focus_y)
            ELSE NULL::jsonb
        END, 'is_decorative', is_decorative, 'localized', localized) AS record
   FROM public.images i;

alter table public.images add constraint images_focus_x_check CHECK ((((focus_x >= 0) AND (focus_x <= 100)) AND (((focus_x)::integer % 10) = 0)));

alter table public.images add constraint images_focus_y_check CHECK ((((focus_y >= 0) AND (focus_y <= 100)) AND (((focus_y)::integer % 10) = 0)));

alter table public.images add constraint images_check CHECK (((focus_x IS NULL) = (focus_y IS NULL)));

insert into private.shape_columns (shape, table_name, column_name)
select shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": null, "shape": "card", "table_name": "images", "column_name": "focus_x"}');
insert into private.shape_columns (shape, table_name, column_name)
select shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": null, "shape": "card", "table_name": "images", "column_name": "focus_y"}');

select private.make_previews();
