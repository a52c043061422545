-- Who may call a function of the data API. The server may call all of them (00_extensions.sql), and staff those that are granted to
-- `authenticated` where they are defined. PostgreSQL itself gives every new one to everybody.

revoke execute on all routines in schema public from public;

-- They are made of what the server may call.
select private.make_previews();
