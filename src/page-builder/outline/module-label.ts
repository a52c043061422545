import { getDefinition } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { listTexts } from '#schema/list-texts.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';

const longest = 60;

/** What a module is called in a list: its title, its first words, or its type. */
export function moduleLabel({
  title,
  type,
  name,
  data,
}: Pick<EditorModule, 'title' | 'type' | 'name' | 'data'>): string {
  const words = title || listTexts(editorFields(getDefinition(type).schema), data)[0]?.text || name;
  return words.length > longest ? `${words.slice(0, longest - 1).trimEnd()}…` : words;
}
