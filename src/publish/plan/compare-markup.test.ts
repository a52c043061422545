import { describe, expect, it } from 'vitest';
import { compareMarkup } from './compare-markup.ts';

const page = (main: string, { title = 'T', menu = 'Products' } = {}) =>
  `<html><head><title>${title}</title><meta name="description" content="About ${title}"></head><body><header><nav><a href="/p">${menu}</a></nav></header><main>${main}</main><footer><p>Foot</p></footer><script>ignored(${Math.PI})</script></body></html>`;

describe('the lines in which two pages differ', () => {
  it('are none for the same page', () => {
    expect(compareMarkup(page('<p>One</p>'), page('<p>One</p>'))).toEqual([]);
  });

  it('are whole lines, with what stands around the change', () => {
    const price = (value: number) => page(`<ul><li>Sensor, <b>${value}</b> CHF a piece</li><li>Other</li></ul>`);
    expect(compareMarkup(price(20), price(25))).toEqual([
      { place: 'content', before: 'Sensor, 20 CHF a piece', after: 'Sensor, 25 CHF a piece' },
    ]);
  });

  it('say where they are, and what machines are told', () => {
    const changes = compareMarkup(page('<p>One</p>'), page('<p>One</p>', { title: 'New', menu: 'Sensors' }));
    expect(changes).toEqual([
      { place: 'head', name: 'Title', before: 'T', after: 'New' },
      { place: 'head', name: 'Description', before: 'About T', after: 'About New' },
      { place: 'header', before: 'Products', after: 'Sensors' },
    ]);
  });

  it('tell once what a page says to several machines', () => {
    const described = (text: string) =>
      `<head><meta name="description" content="${text}"><meta property="og:description" content="${text}"></head><main><p>${text}</p><p>${text}</p></main>`;
    const changed = { before: 'Old', after: 'New' };
    expect(compareMarkup(described('Old'), described('New'))).toEqual([
      { place: 'head', name: 'Description', ...changed },
      { place: 'content', ...changed },
      { place: 'content', ...changed },
    ]);
  });

  it('have what came and what went', () => {
    expect(compareMarkup(page('<p>One</p><p>Two</p>'), page('<p>Two</p><p>Three &amp; four</p>'))).toEqual([
      { place: 'content', before: 'One', after: '' },
      { place: 'content', before: '', after: 'Three & four' },
    ]);
  });

  it('name pictures by what people know them by', () => {
    const picture = (alt: string) => page(`<img alt="${alt}" class="x" width="${alt.length}">`);
    expect(compareMarkup(picture('A sensor'), picture('Two sensors'))).toEqual([
      { place: 'content', before: 'A sensor', after: 'Two sensors' },
    ]);
  });

  it('name a value as the page does', () => {
    const stock = (pieces: number) =>
      page(
        `<table><thead><tr><th>Partner</th><th>Pieces</th></tr></thead><tr><th scope="row">Albion</th><td>${pieces}</td></tr></table>`,
      );
    expect(compareMarkup(stock(0), stock(100))).toEqual([
      { place: 'content', name: 'Albion, Pieces', before: '0', after: '100' },
    ]);
  });

  it('are cut between characters', () => {
    const [before, after] = ['👩‍👩‍👧‍👦'.repeat(320), '👨‍👩‍👧'.repeat(320)].map((text) => page(`<p>${text}</p>`));
    for (const { before: was, after: is } of compareMarkup(before ?? '', after ?? '')) {
      expect(was).toBe(`${'👩‍👩‍👧‍👦'.repeat(300)}…`);
      expect(is).toBe(`${'👨‍👩‍👧'.repeat(300)}…`);
    }
  });

  it('say where links lead that have the same words', () => {
    const link = (href: string) => page(`<p><a href="${href}">Read on</a></p>`);
    expect(compareMarkup(link('/a'), link('/b'))).toEqual([
      { place: 'content', before: 'Read on (/a)', after: 'Read on (/b)' },
    ]);
  });

  it('tell another picture with the same words, and no file names', () => {
    const picture = (file: string, alt = 'A sensor') => page(`<img src="/media/${file}.webp" alt="${alt}">`);
    expect(compareMarkup(picture('a1'), picture('b2'))).toEqual([
      { place: 'content', before: 'A sensor', after: 'A sensor (another picture)' },
    ]);
    expect(compareMarkup(picture('a1', ''), picture('b2', ''))).toEqual([
      { place: 'content', before: 'A picture', after: 'A picture (another picture)' },
    ]);
    expect(compareMarkup(page(''), picture('a1'))).toEqual([{ place: 'content', before: '', after: 'A sensor' }]);
  });

  it('compare a module with itself, wherever it is', () => {
    const module = (id: number, ...texts: readonly string[]) =>
      `<section data-module-id="${id}">${texts.map((text) => `<p>${text}</p>`).join('')}</section>`;
    const flow = module(2, 'For flow', 'One thermal chip');
    const before = page(
      `${module(1, 'For air')}${flow}${module(3, 'Which kit?', 'Levels')}${module(4, 'Old', 'Gone')}`,
    );
    const after = page(
      `${module(1, 'For air')}${module(3, 'Which evaluation kit?', 'Levels')}${flow}${module(5, 'New', 'Came', 'New')}`,
    );
    expect(compareMarkup(before, after)).toEqual([
      { place: 'content', before: 'Which kit?', after: 'Which evaluation kit?' },
      { place: 'content', before: 'Old · Gone', after: '' },
      { place: 'order', before: 'For flow', after: 'For flow' },
      { place: 'content', before: '', after: 'New · Came' },
    ]);
  });

  it('are bounded', () => {
    const long = (word: string) => page(Array.from({ length: 9000 }, (_, index) => `<p>${word}${index}</p>`).join(''));
    expect(compareMarkup(long('a'), long('b'))).toHaveLength(40);
  });
});
