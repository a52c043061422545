import { expect, it } from 'vitest';
import { shownTypes } from '#modules/definitions.ts';
import { describeChosen } from './chosen-cells.ts';

it('names modules of every type that show English then, and no stand-in, whose languages are not those of the page', () => {
  const types = [...shownTypes, 'SHARED_MODULE'];
  const shown = types.map((type, at) => ({
    id: at + 1,
    type,
    title: '',
    locale: 'de' as const,
    fallback: true,
    was_fallback: false,
    has_text: false,
  }));

  const { english } = describeChosen(
    { contents: {}, parent_id: null, settled: [], needs: [], settings: [], shown },
    [],
  );

  expect(english.map(({ moduleId }) => moduleId)).toEqual(shownTypes.map((_, at) => at + 1));
});
