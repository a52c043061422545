import type { Database } from './database.types.ts';

type Functions = Database['public']['Functions'];
export type FunctionName = keyof Functions;

/** Arguments that must be given and may be null. The generated types know none, since PostgreSQL does not say which they are. */
type Nullable = {
  add_module: 'p_parent_id' | 'p_slot';
  change_page: 'p_parent_id';
  copy_page: 'p_parent_id';
  create_page: 'p_parent_id';
  file_media: 'p_folder';
  find_record_ids: 'p_state';
  list_records: 'p_after' | 'p_sort' | 'p_state';
  preview_page: 'p_release';
  releases_of: 'p_id' | 'p_kind' | 'p_page_id';
  replace_medium: 'p_hash';
  restore_medium: 'p_hash';
  save_media_folder: 'p_id' | 'p_parent';
  save_page_settings: 'p_from_parent' | 'p_parent_id';
  save_record_draft: 'p_base' | 'p_id';
  schedule_release: 'p_at';
};

type Given<A, N> = {
  [K in keyof A]: K extends N ? A[K] | null : A extends Record<K, unknown> ? A[K] : A[K] | undefined;
};

/** What a function is called with: one that may be left out may be undefined as well. */
export type FunctionArguments<F extends FunctionName> = [Functions[F]['Args']] extends [never]
  ? Record<string, never>
  : Given<Functions[F]['Args'], F extends keyof Nullable ? Nullable[F] : never>;
