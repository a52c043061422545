import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Cv } from '#view-model/resolved.ts';
import { context, headingLevels, image, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const person = (id: number, change: Partial<Cv> = {}): Cv => ({
  id,
  name: `Person ${id}`,
  position: 'Engineer',
  image,
  additionalText: '',
  contactUrl: null,
  linkedinUrl: null,
  summary: 'She measures.',
  experience: ['2019 to date: head', '2014 to 2018: engineer'],
  education: [],
  organisationLevel: 'team',
  ...change,
});
const render = (mode: 'accordion' | 'descriptive', people: Cv[]) =>
  markup(View, {
    id: 4,
    data: { ...layout, heading: { ...noHeading, title: 'People' }, mode, people },
    lists: {},
    slots: {},
    context,
  });

describe('CV', () => {
  it('opens one entry at most: all of them share a name that is unique to the module', () => {
    const html = render('accordion', [person(1), person(2)]);
    expect(html).toContain('data-module-id="4" data-module-type="CV"');
    expect(html.match(/<details [^>]*name="module-4-people"/g)).toHaveLength(2);
    expect(html).not.toMatch(/<details [^>]*open/);
    expect(headingLevels(html)).toEqual([2, 3, 4, 3, 4]);
  });

  it('opens a dialog for each person, named after the person', () => {
    const html = render('descriptive', [person(1), person(2)]);
    expect(html.match(/<dialog/g)).toHaveLength(2);
    expect(html).toMatch(
      /<button [^>]*command="show-modal" commandfor="module-4-person-2" popoverTarget="module-4-person-2"/,
    );
    expect(html).toMatch(
      /<button [^>]*command="close" commandfor="module-4-person-2" popoverTarget="module-4-person-2"/,
    );
    expect(html).toContain('aria-labelledby="module-4-person-2-name"');
    expect(html).toContain('id="module-4-person-2-name">Person 2');
    expect(html).not.toContain('<details');
  });

  it('lets lines of an office end where katakana do', () => {
    const html = render('accordion', [person(1, { position: 'ファームウェア開発リーダー' })]);
    expect(html).toContain('ファームウェア<wbr/>開発<wbr/>リーダー');
    expect(render('accordion', [person(1)])).toContain('>Engineer<');
  });

  it('lists the lines of a career, and leaves out empty fields', () => {
    const html = render('accordion', [person(1, { summary: '' })]);
    expect(html).toContain('<li>2019 to date: head</li><li>2014 to 2018: engineer</li>');
    expect(html).not.toContain('people.education');
    expect(html).not.toContain('cv__text');
    expect(html).not.toContain('<a ');
  });

  it('leads to the person, and shows a message when there is none', () => {
    const html = render('accordion', [
      person(1, { contactUrl: 'mailto:a@b.example', linkedinUrl: 'https://l.example', image: null }),
    ]);
    expect(html).toContain('href="mailto:a@b.example"');
    expect(html).toContain('rel="noopener"');
    expect(html).not.toContain('<img');
  });
});
