import { describe, expect, it } from 'vitest';
import { findAdminScreen } from '#domain/addresses/admin-paths.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { getGrants } from '#domain/rights.ts';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { isDeletable } from './navigation.ts';
import { listedKinds, getKindNames } from '#kinds/registry.ts';
import { allCommands, rankHits } from './commands.ts';

const titles = (role: 'admin' | 'editor') => allCommands(getGrants(role)).map(({ title }) => title);

describe('the commands of the search', () => {
  it('begin a record of each kind that people make, and all else that is made', () => {
    const expected = listedKinds
      .filter(isDeletable)
      .map((kind) => (isUploadKind(kind) ? `Upload ${getKindNames(kind).many}` : `New ${getKindNames(kind).one}`));
    expect(titles('editor')).toEqual(expect.arrayContaining([...expected, 'New page', 'New form', 'New release']));
  });

  it('are those that the person may use', () => {
    expect(titles('admin')).toContain('Invite somebody');
    expect(titles('editor')).not.toContain('Invite somebody');
  });

  it('each lead to a screen, under a title of its own', () => {
    const commands = allCommands(getGrants('admin'));
    for (const { href } of commands) expect(findAdminScreen(href.split('?')[0] ?? ''), href).not.toBeNull();
    const made = commands.filter(({ detail }) => detail === 'Command').map(({ title }) => title);
    expect(new Set(made).size).toBe(made.length);
  });
});

describe('what the search has found', () => {
  it.each(allCommands(getGrants('admin')))('begins with $title for its name', (command) => {
    const wanted = foldText(command.title);
    const found = allCommands(getGrants('admin')).filter(({ title, detail }) =>
      foldText(`${title} ${detail}`).includes(wanted),
    );
    expect(rankHits(found, wanted)[0]?.title).toBe(command.title);
  });

  it('keeps its order among those that are equally near', () => {
    const hits = ['old hx41.webp', 'HX41 data sheet', 'hx41', 'HX41 board'].map((title) => ({
      title,
      detail: '',
      href: '',
    }));
    expect(rankHits(hits, 'hx41').map(({ title }) => title)).toEqual([
      'hx41',
      'HX41 data sheet',
      'HX41 board',
      'old hx41.webp',
    ]);
  });
});
