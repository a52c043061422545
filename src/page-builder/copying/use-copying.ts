import { type Locale, englishNames } from '#domain/locales.ts';
import { modulesIn, getSlot } from '#domain/pages/structure.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { type NewPlace, atTop } from '../query.ts';
import type { Structure } from '../use-structure.ts';
import { readClipboard, writeClipboard } from './clipboard.ts';

/** Duplicating, copying, cutting and pasting modules of a draft. */
export type Copying = {
  duplicate: (module: EditorModule) => void;
  /** Says what was copied; null when it failed, which is said elsewhere. */
  copy: (module: EditorModule) => Promise<string | null>;
  cut: (module: EditorModule) => Promise<void>;
  /** Pastes what is on the clipboard, or what is given, at a place. */
  paste: (place: NewPlace, input?: string) => void;
  /** Opens the dialog that saves the module, with those below it, as a section. */
  saveSection: SaveSection;
  /** Opens the dialog that shares the module, or that lists the pages that show it. */
  openShared: OpenShared;
  /** Puts a copy of what a shared module says in its place. */
  part: (module: EditorModule) => void;
};

type OpenShared = (opened: { what: 'share' | 'pages'; module: EditorModule }) => void;

export type SaveSection = (module: EditorModule, onAnnounce: (announcement: string) => void) => void;

export function belowModule(state: EditorState, module: EditorModule): NewPlace {
  const where = getSlot(module);
  return { where, position: modulesIn(state.structure, where).findIndex(({ id }) => id === module.id) };
}

/** A place for copied modules, as an action takes it. */
export function toActionPlace(state: EditorState, { position, where }: NewPlace) {
  const content = modulesIn(state.structure, where).map(({ id }) => id);
  const modulePosition = position === atTop ? 0 : Math.min((position ?? content.length) + 1, content.length);
  return { content, modulePosition, ...where };
}

/** What a copy was without; empty for nothing. */
export function describeLeftOut(leftOut: readonly Locale[]): string {
  if (leftOut.length === 0) return '';
  return ` Without ${leftOut.map((each) => englishNames[each]).join(', ')}, which this site does not have.`;
}

export function useCopying(
  state: EditorState,
  structure: Structure,
  { saveSection, openShared }: Pick<Copying, 'saveSection' | 'openShared'>,
): Copying {
  const { pageId, locale, structureVersion } = state;
  const base = { pageId, locale, structureVersion };

  /** False when it failed, which is told. */
  const copyText = async (module: EditorModule): Promise<boolean> => {
    const answer = call('copyModules', { pageId, moduleIds: [module.id] });
    const isCopied = await writeClipboard(answer.then((done) => (done.ok ? done.value.text : null)));
    const done = await answer;
    if (!done.ok) structure.explain(done.failure);
    return isCopied;
  };

  return {
    duplicate: (module) =>
      void structure.change(module.id, async () => {
        const answer = await call('duplicateModule', { ...base, moduleId: module.id });
        if (!answer.ok) return answer;
        return { ok: true, moduleId: answer.value.moduleIds[0] ?? null, announcement: `${module.name} duplicated.` };
      }),
    copy: async (module) => ((await copyText(module)) ? `${module.name} copied, in all languages.` : null),
    cut: async (module) => {
      if (await copyText(module)) await structure.remove(module, `${module.name} cut.`);
    },
    paste: (place, input) =>
      void structure.change(0, async () => {
        const copied = input ?? (await readClipboard());
        if (!copied) {
          const message = 'There are no modules on the clipboard. Copy some first, on this page or another one.';
          return { ok: false, failure: { code: 'invalid', message, issues: [], detail: null } };
        }
        const answer = await call('pasteModules', { ...base, ...toActionPlace(state, place), copied });
        if (!answer.ok) return answer;
        const { moduleIds, leftOut, count } = answer.value;
        return {
          ok: true,
          moduleId: moduleIds[0] ?? null,
          announcement: `${count === 1 ? 'Module' : `${count} modules`} pasted.${describeLeftOut(leftOut)}`,
        };
      }),
    saveSection,
    openShared,
    part: (module) =>
      void structure.change(module.id, async () => {
        const answer = await call('partModule', { ...base, moduleId: module.id });
        if (!answer.ok) return answer;
        const { moduleId, name } = answer.value;
        return { ok: true, moduleId, announcement: `This page has a copy of its own of “${name}” now.` };
      }),
  };
}
