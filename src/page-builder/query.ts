import { useSyncExternalStore } from 'react';
import { holdsAddress } from '#staff/dialog/leave-guard.ts';
import type { Slot } from '#domain/pages/structure.ts';

/**
 * The editor's state in the address. It is stored nowhere else, so that back, forward, reload and a shared link show
 * the same.
 */
type EditorQuery = {
  /** The module whose dialog is open. */
  moduleId: number | null;
  /** The field that is opened there, or in the page's settings, as a path of the data. */
  field: string | null;
  /** The type of the module being added, as the address names it. */
  moduleType: string | null;
  hasSidebar: boolean;
  /** The outline of the page. */
  hasOutline: boolean;
  /** The dialog with the page's settings. */
  hasSettings: boolean;
  /** The dialog with what was published of the page. */
  hasHistory: boolean;
  /** Index of the module below which a new one goes; `atTop` is before the first, null the end. */
  position: number | null;
  /** The slot in which the position counts; null is the page itself. */
  where: Slot | null;
};

/** The position above the first module: a new one goes to the position plus one. */
export const atTop = -1;

const listeners = new Set<() => void>();
const modalParameters = ['show_modal', 'module_id', 'module_type', 'module_field'] as const;
const windowParameters = [...modalParameters, 'show_settings', 'show_history'] as const;
const placeParameters = ['module_position', 'module_parent', 'module_slot'] as const;
const editorParameters = [
  'draft',
  'show_sidebar',
  'show_outline',
  'show_settings',
  'show_history',
  ...modalParameters,
  ...placeParameters,
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

function wholeNumber(text: string | null, least: number): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  const number = Number(text);
  return number >= least ? number : null;
}

/** Parses an address. Invalid values are ignored. */
export function readQuery(search: string): EditorQuery {
  const parameters = new URLSearchParams(search);
  const hasModal = parameters.get('show_modal') === 'true';
  const hasSettings = !hasModal && parameters.get('show_settings') === 'true';
  const moduleId = hasModal ? wholeNumber(parameters.get('module_id'), 1) : null;
  const parentId = wholeNumber(parameters.get('module_parent'), 1);
  const slot = parameters.get('module_slot');
  const position = parameters.get('module_position');
  return {
    moduleId,
    field: moduleId === null && !hasSettings ? null : parameters.get('module_field'),
    moduleType: hasModal && moduleId === null ? parameters.get('module_type') : null,
    hasSidebar: parameters.get('show_sidebar') === 'true',
    hasOutline: parameters.get('show_outline') === 'true',
    hasSettings,
    hasHistory: !hasModal && parameters.get('show_history') === 'true',
    position: position === String(atTop) ? atTop : wholeNumber(position, 0),
    where: parentId === null || !slot ? null : { parentId, slot },
  };
}

export function useEditorQuery(): EditorQuery {
  return readQuery(useSyncExternalStore(subscribe, () => location.search));
}

function change(edit: (parameters: URLSearchParams) => void, how: 'pushState' | 'replaceState'): void {
  const url = new URL(location.href);
  edit(url.searchParams);
  if (url.href === location.href) return;
  history[how](null, '', url);
  for (const listener of listeners) listener();
}

function remove(parameters: URLSearchParams, names: readonly string[]): void {
  for (const name of names) parameters.delete(name);
}

export function openModule(id: number, field?: string | null): void {
  openAt({ show_modal: 'true', module_id: String(id) }, field);
}

function openAt(dialog: Record<string, string>, field: string | null = null): void {
  change((parameters) => {
    remove(parameters, modalParameters);
    for (const [name, value] of Object.entries(dialog)) parameters.set(name, value);
    if (field !== null) parameters.set('module_field', field);
  }, 'pushState');
}

export function openOutline(): void {
  change((parameters) => parameters.set('show_outline', 'true'), 'pushState');
}

export function closeOutline(): void {
  change((parameters) => remove(parameters, ['show_outline']), 'replaceState');
}

export function openSettings(field: string | null): void {
  openAt({ show_settings: 'true' }, field);
}

export function openHistory(): void {
  change((parameters) => {
    remove(parameters, [...modalParameters, 'show_settings']);
    parameters.set('show_history', 'true');
  }, 'pushState');
}

export function closeHistory(): void {
  change((parameters) => remove(parameters, ['show_history']), 'replaceState');
}

export function closeSettings(): void {
  change((parameters) => remove(parameters, ['show_settings', 'module_field']), 'replaceState');
}

/** Closes the dialog. A sidebar from which it was opened is shown again. */
export function closeModule(): void {
  change((parameters) => {
    remove(parameters, windowParameters);
    if (parameters.get('show_sidebar') !== 'true') remove(parameters, placeParameters);
  }, 'replaceState');
}

/** Removes the dialog from the address before a reload. The screen does not change until then. */
export function dropModal(): void {
  const url = new URL(location.href);
  remove(url.searchParams, windowParameters);
  history.replaceState(null, '', url);
}

/** Where a new module goes: below the module at an index, at the top, or at the end. */
export type NewPlace = Pick<EditorQuery, 'position' | 'where'>;

function setPlace(parameters: URLSearchParams, { position, where }: NewPlace): void {
  remove(parameters, placeParameters);
  if (position !== null) parameters.set('module_position', String(position));
  if (where) {
    parameters.set('module_parent', String(where.parentId));
    parameters.set('module_slot', where.slot);
  }
}

export function openSidebar(place: NewPlace): void {
  change((parameters) => {
    parameters.set('show_sidebar', 'true');
    setPlace(parameters, place);
  }, 'pushState');
}

export function changePlace(place: NewPlace): void {
  change((parameters) => setPlace(parameters, place), 'replaceState');
}

export function closeSidebar(): void {
  change((parameters) => remove(parameters, ['show_sidebar', ...placeParameters]), 'replaceState');
}

/** Opens the dialog that adds a module of a type, at the place of the sidebar. */
export function chooseType(type: string): void {
  change((parameters) => {
    remove(parameters, modalParameters);
    parameters.set('show_modal', 'true');
    parameters.set('module_type', type);
  }, 'pushState');
}

export function viewPublished(): void {
  const url = new URL(location.href);
  for (const name of editorParameters) url.searchParams.delete(name);
  location.assign(url);
}
