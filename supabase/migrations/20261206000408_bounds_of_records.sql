-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.launch_records add constraint launch_records_launch_id_range CHECK (((launch_id >= '-9007199254740991'::bigint) AND (launch_id <= '9007199254740991'::bigint)));

alter table public.launch_records add constraint launch_records_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.launch_records add constraint launch_records_record_id_length CHECK ((octet_length(record_id) <= 2000));

alter table public.launch_links add constraint launch_links_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint)));

alter table public.launch_links add constraint launch_links_launch_id_range CHECK (((launch_id >= '-9007199254740991'::bigint) AND (launch_id <= '9007199254740991'::bigint)));

alter table public.launch_links add constraint launch_links_for_whom_length CHECK ((length(for_whom) <= 20000));

alter table public.launch_links add constraint launch_links_digest_length CHECK ((length(digest) <= 20000));

alter table public.launch_links add constraint launch_links_created_at_range CHECK (private.is_moment(created_at));

alter table public.launch_links add constraint launch_links_expires_at_range CHECK (private.is_moment(expires_at));

alter table public.launch_links add constraint launch_links_revoked_at_range CHECK (private.is_moment(revoked_at));

alter table public.record_drafts add constraint record_drafts_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.record_drafts add constraint record_drafts_record_id_length CHECK ((octet_length(record_id) <= 2000));

alter table public.record_drafts add constraint record_drafts_saved_at_range CHECK (private.is_moment(saved_at));

alter table public.record_drafts add constraint record_drafts_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint)));

alter table public.record_drafts add constraint record_drafts_launch_id_range CHECK (((launch_id >= '-9007199254740991'::bigint) AND (launch_id <= '9007199254740991'::bigint)));

alter table public.record_versions add constraint record_versions_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.record_versions add constraint record_versions_record_id_length CHECK ((octet_length(record_id) <= 2000));

alter table public.record_versions add constraint record_versions_made_at_range CHECK (private.is_moment(made_at));

alter table public.record_versions add constraint record_versions_edit_id_range CHECK (((edit_id >= '-9007199254740991'::bigint) AND (edit_id <= '9007199254740991'::bigint)));

alter table public.record_trash add constraint record_trash_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.record_trash add constraint record_trash_record_id_length CHECK ((octet_length(record_id) <= 2000));

alter table public.record_trash add constraint record_trash_title_length CHECK ((length(title) <= 20000));

alter table public.record_trash add constraint record_trash_deleted_at_range CHECK (private.is_moment(deleted_at));

alter table public.discarded_drafts add constraint discarded_drafts_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint)));

alter table public.discarded_drafts add constraint discarded_drafts_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.discarded_drafts add constraint discarded_drafts_record_id_length CHECK ((octet_length(record_id) <= 2000));

alter table public.discarded_drafts add constraint discarded_drafts_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint)));

alter table public.discarded_drafts add constraint discarded_drafts_why_length CHECK ((length(why) <= 20000));

alter table public.discarded_drafts add constraint discarded_drafts_launch_name_length CHECK ((length(launch_name) <= 20000));

alter table public.discarded_drafts add constraint discarded_drafts_saved_at_range CHECK (private.is_moment(saved_at));

alter table public.discarded_drafts add constraint discarded_drafts_discarded_at_range CHECK (private.is_moment(discarded_at));

alter table public.replaced_files add constraint replaced_files_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.replaced_files add constraint replaced_files_record_id_range CHECK (((record_id >= '-9007199254740991'::bigint) AND (record_id <= '9007199254740991'::bigint)));

alter table public.replaced_files add constraint replaced_files_replaced_at_range CHECK (private.is_moment(replaced_at));

alter table public.list_views add constraint list_views_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint)));

alter table public.list_views add constraint list_views_kind_length CHECK ((octet_length(kind) <= 2000));

alter table public.list_views add constraint list_views_name_length CHECK ((octet_length(name) <= 2000));

alter table public.list_views add constraint list_views_query_length CHECK ((length(query) <= 20000));

alter table public.list_views add constraint list_views_created_at_range CHECK (private.is_moment(created_at));

alter table public.list_views add constraint list_views_updated_at_range CHECK (private.is_moment(updated_at));
