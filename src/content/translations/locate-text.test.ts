import { describe, expect, it } from 'vitest';
import { locateText, replaceAt } from './locate-text.ts';

const data = {
  title: 'Gas',
  cards: [
    { id: 'b7', title: 'One' },
    { id: 'a1', title: 'Two' },
  ],
  points: ['first', 'second'],
};

describe('the place of a text', () => {
  it.each([
    ['title', ['title']],
    ['lead', ['lead']],
    ['cards.a1.title', ['cards', 1, 'title']],
    ['cards.0.title', ['cards', 0, 'title']],
    ['points.1', ['points', 1]],
  ])('is found: %s', (place, steps) => {
    expect(locateText(data, place)).toEqual(steps);
  });

  it.each(['cards.zz.title', 'cards.2.title', 'points.2', 'title.more', 'lead.deeper'])('is not there: %s', (place) => {
    expect(locateText(data, place)).toBeNull();
  });

  it('takes another text, and leaves all else as it is', () => {
    const changed = replaceAt(data, ['cards', 1, 'title'], 'Zwei');
    expect(changed).toEqual({ ...data, cards: [data.cards[0], { id: 'a1', title: 'Zwei' }] });
    expect(data.cards[1]?.title).toBe('Two');
  });

  it('is never that of what all objects have', () => {
    expect(locateText({}, 'constructor.name')).toBeNull();
    expect(replaceAt({}, ['title'], 'Gas')).toEqual({ title: 'Gas' });
  });
});
