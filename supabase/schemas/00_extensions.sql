-- Extensions, and the schemas that are not part of the data API.

create schema if not exists extensions;
create schema if not exists private;
comment on schema private is 'Functions and views that the data API does not expose.';

create extension if not exists pg_trgm with schema extensions;
-- Supabase Queues. The extension makes its own schema `pgmq`.
create extension if not exists pgmq;

grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;
