import { describe, expect, it } from 'vitest';
import { type RichText, richTextSchema } from '#schema/rich-text.ts';
import { codeLanguageAt, setCodeBlock, setHeading } from './rich-text-commands.ts';
import { schema } from './rich-text-schema.ts';
import { editorState, storedText } from './rich-text-state.ts';

const doc = (...content: RichText['content']): RichText => ({ type: 'doc', content });

describe('the editor of rich text', () => {
  it('knows the nodes that may be stored, and no others', () => {
    const stored = new Set(
      Object.keys(schema.nodes).filter((type) => {
        const node = { type, text: 'x', attrs: { level: 2 } };
        return type === 'doc' || richTextSchema.safeParse({ type: 'doc', content: [node] }).success;
      }),
    );
    expect(stored).toEqual(new Set(Object.keys(schema.nodes)));
  });

  it('stores code as it was, in its language or none', () => {
    const text = { type: 'text' as const, text: 'a  {\n\tb <c>\n}' };
    for (const language of ['c', null] as const) {
      const code = doc({ type: 'codeBlock', attrs: { language }, content: [text] });
      expect(storedText(editorState(code))).toEqual(code);
    }
  });

  it('makes code of a paragraph, changes its language, and makes text of it', () => {
    let state = editorState(
      doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }),
    );
    const run = (command: ReturnType<typeof setCodeBlock>) =>
      command(state, (transaction) => {
        state = state.apply(transaction);
      });
    expect(codeLanguageAt(state)).toBeUndefined();
    run(setCodeBlock(null));
    expect(codeLanguageAt(state)).toBeNull();
    run(setCodeBlock('python'));
    expect(codeLanguageAt(state)).toBe('python');
    expect(storedText(state)).toEqual(
      doc({ type: 'codeBlock', attrs: { language: 'python' }, content: [{ type: 'text', text: 'x' }] }),
    );
    run(setHeading(0));
    expect(storedText(state)).toEqual(doc({ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }));
  });
});
