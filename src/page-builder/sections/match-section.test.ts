import { expect, it } from 'vitest';
import { type SavedSection, matchesSection } from './match-section.ts';

const section: SavedSection = {
  id: 1,
  name: 'Release of a sensor',
  note: 'With a date',
  version: 1,
  site: 'main',
  types: [{ type: 'HERO', name: 'Hero' }],
  count: 1,
  locales: ['en'],
  savedAt: '2026-01-01T00:00:00Z',
  savedBy: 'Ada Lovelace',
};

it('a section is found by its name, its note, its modules and who saved it', () => {
  for (const typed of ['release', 'DATE', 'hero', 'ada', ' sensor  ada ', ''])
    expect(matchesSection(section, typed), typed).toBe(true);
});

it('and only if each of the words is there', () => {
  expect(matchesSection(section, 'release banner')).toBe(false);
  expect(matchesSection({ ...section, savedBy: null }, 'ada')).toBe(false);
});
