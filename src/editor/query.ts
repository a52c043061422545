import { useSyncExternalStore } from 'react';
import { holdsAddress } from './leave-guard.ts';

/** What the address says about the editor (spec section 2): which module's dialog is open. */
export type EditorQuery = { moduleId: number | null };

const listeners = new Set<() => void>();
const editorParameters = [
  'draft',
  'show_sidebar',
  'module_position',
  'show_modal',
  'module_id',
  'module_type',
] as const;

function subscribe(listener: () => void): () => void {
  const onHistory = () => {
    if (!holdsAddress()) listener();
  };
  listeners.add(listener);
  addEventListener('popstate', onHistory);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', onHistory);
  };
}

export function useEditorQuery(): EditorQuery {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const parameters = new URLSearchParams(search);
  const id = Number(parameters.get('module_id'));
  return { moduleId: parameters.get('show_modal') === 'true' && Number.isInteger(id) && id > 0 ? id : null };
}

function change(edit: (parameters: URLSearchParams) => void, how: 'pushState' | 'replaceState'): void {
  const url = new URL(location.href);
  edit(url.searchParams);
  if (url.href === location.href) return;
  history[how](null, '', url);
  for (const listener of listeners) listener();
}

export function openModule(id: number): void {
  change((parameters) => {
    parameters.set('show_modal', 'true');
    parameters.set('module_id', String(id));
  }, 'pushState');
}

export function closeModule(): void {
  change((parameters) => {
    parameters.delete('show_modal');
    parameters.delete('module_id');
  }, 'replaceState');
}

export function viewPublished(): void {
  const url = new URL(location.href);
  for (const name of editorParameters) url.searchParams.delete(name);
  location.assign(url);
}
