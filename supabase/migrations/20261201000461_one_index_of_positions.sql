-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop index public.products_position_idx;
