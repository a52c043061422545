-- Extensions, and the schemas that are not part of the data API.

create schema if not exists extensions;
create schema if not exists private;
comment on schema private is 'Functions and views that the data API does not expose.';

create extension if not exists pg_trgm with schema extensions;
-- Supabase Queues. The extension makes its own schema `pgmq`.
create extension if not exists pgmq;

grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;

-- Supabase gives what is made in `public` to everybody. Each table and function says itself who may use it, and the
-- server uses all.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;
