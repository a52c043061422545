-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE INDEX inventory_items_list_quantity_idx ON public.inventory_items USING btree (quantity, id);
