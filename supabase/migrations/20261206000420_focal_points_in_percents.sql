-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.images drop constraint images_focus_y_check;

alter table public.images drop constraint images_focus_x_check;

alter table public.images add constraint images_focus_x_check CHECK (((focus_x >= 0) AND (focus_x <= 100)));

alter table public.images add constraint images_focus_y_check CHECK (((focus_y >= 0) AND (focus_y <= 100)));
