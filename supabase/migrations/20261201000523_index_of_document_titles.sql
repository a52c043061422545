-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE INDEX documents_list_title_idx ON public.documents USING btree ("left"((localized #>> '{en,title}'::text[]), 100), id);
