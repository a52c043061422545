import { identifier, literal } from '#database/quote.ts';
import { type Login, type Passwords, logins } from './keys.ts';

/**
 * Limits of a statement, in milliseconds, by the role that it runs as: those of hosted Supabase, where the data API
 * applies the role's setting. `service_role` has none and uses that of `authenticator`.
 */
export const statementTimeouts = { anon: 3000, authenticated: 8000, service_role: 8000 } as const;
export type RequestRole = keyof typeof statementTimeouts;

/** Roles belong to the whole server, so this runs once for all of its databases, by an owner who may make roles. */
export function rolesSql(passwords: Passwords): string {
  const others = logins.filter((login) => login !== 'postgres');
  return `
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  ${others.map(createLogin).join('\n  ')}
end $$;
${others.map((login) => `alter role ${identifier(login)} with login noinherit password ${literal(passwords[login])};`).join('\n')}
grant anon, authenticated, service_role to authenticator, supabase_storage_admin with inherit false, set true;
grant service_role to publisher with inherit false, set true;
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin to current_user with inherit true, set true;
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '60s';
alter role anon set statement_timeout = '${statementTimeouts.anon}ms';
alter role authenticated set statement_timeout = '${statementTimeouts.authenticated}ms';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = 'storage';
`;
}

function createLogin(login: Login): string {
  return `if not exists (select from pg_roles where rolname = ${literal(login)}) then create role ${identifier(login)} login noinherit; end if;`;
}

/** The schemas of Auth and Storage, before these fill them. */
export const schemasSql = `
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists extensions;
`;

/** The tables of Auth's second factors, which the library lacks: those of hosted Supabase, as far as codes of an app need them. */
export const factorsSql = `
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  last_challenged_at timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
`;

/** What hosted Supabase grants on the schemas of the system before the first migration runs. */
export const grantsSql = `
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;
grant usage on schema auth to supabase_storage_admin;
grant execute on all functions in schema auth to anon, authenticated, service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
`;
