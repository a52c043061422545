import type { EditorModule } from '#server/editor/editor-state.ts';

/** The data that a form needs of a module; one that is being added has no id yet. */
export type FormModule = Pick<EditorModule, 'type' | 'name' | 'data' | 'english' | 'version' | 'fallback'> & {
  id: number | null;
};
