import { describe, expect, it } from 'vitest';
import { isRowKind, recordKinds, referenceKinds } from '#kinds/registry.ts';
import { choosingModules, describeShownBy } from './shown-by.ts';

describe('what is said of a record that no page shows', () => {
  it('names the module that people are chosen in', () => {
    expect(describeShownBy('cv')).toBe(
      'No page shows it yet. Pages show it once it is chosen in a module there, such as “People grid”.',
    );
  });

  it.each(recordKinds)('says of %s no more than that where no module names one', (kind) => {
    const isChosen = choosingModules(kind).length > 0;
    if (isChosen) expect(referenceKinds).toContain(kind);
    expect(describeShownBy(kind).includes('chosen')).toBe(isChosen && !isRowKind(kind));
  });
});
