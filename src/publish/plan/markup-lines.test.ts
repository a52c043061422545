import { describe, expect, it } from 'vitest';
import { extractLines } from './markup-lines.ts';

const textsOf = (main: string) => extractLines(`<main>${main}</main>`).map(({ text }) => text);
const namedOf = (main: string) =>
  extractLines(`<main><section data-module-id="1">${main}</section></main>`).map(({ name, text }) => [name, text]);

describe('the words of a line', () => {
  it.each([
    ['<a><span>Quality</span><span>Certificates and calibration</span></a>', 'Quality · Certificates and calibration'],
    ['<p><time>29 November 2026</time><span>News</span></p>', '29 November 2026 · News'],
    ['<a>Products<span>All products</span></a>', 'Products · All products'],
    ['<p><span>What?</span><span>This.</span></p>', 'What? · This.'],
    [
      '<div><span class="title"><a href="/hx">HX44</a></span><span><span>English</span><time>21 September 2026</time></span><span>PDF</span></div>',
      'HX44 · English · 21 September 2026 · PDF',
    ],
    ['<p><a href="/a">Home</a><a href="/b">Products</a></p>', 'Home · Products'],
    ['<p>One<br>Two</p>', 'One Two'],
  ])('are parted where the stylesheet parts them: %s', (html, text) => {
    expect(textsOf(html)).toEqual([text]);
  });

  it.each([
    ['<p>H<sub>2</sub>O is <strong>wa</strong>ter, (<a href="/w">see</a>).</p>', 'H2O is water, (see).'],
    ['<p>请<a href="/k">联系我们</a>了解更多</p>', '请联系我们了解更多'],
    ['<p><span>瑞士，</span><span>苏黎世</span></p>', '瑞士，苏黎世'],
    ['<label>Name<span aria-hidden="true">\u00a0*</span></label>', 'Name *'],
    ['<p>Read on<span class="visually-hidden"> (new tab)</span></p>', 'Read on (new tab)'],
    ['<pre><code><span>return</span><span>(</span>a<span>+</span>b</code></pre>', 'return(a+b'],
    ['<p>R&amp;D &#x27;25 &shy;&euro;</p>', "R&D '25 \u00ad€"],
  ])('stay together where they are one text: %s', (html, text) => {
    expect(textsOf(html)).toEqual([text]);
  });
});

describe('the name of a value', () => {
  it('is the row and the column of a table', () => {
    const head = '<thead><tr><th scope="col">Partner</th><th scope="col">Pieces</th><th>Counted</th></tr></thead>';
    const row = '<tbody><tr><th scope="row">Albion</th><td>0</td><td>Today</td></tr></tbody>';
    expect(namedOf(`<table>${head}${row}</table>`)).toEqual([
      ['', 'Partner'],
      ['', 'Pieces'],
      ['', 'Counted'],
      ['', 'Albion'],
      ['Albion, Pieces', '0'],
      ['Albion, Counted', 'Today'],
    ]);
  });

  it('is taken from heads that do not say what they are the heads of', () => {
    const head = '<tr><th><p>Property</p></th><th><p>Value</p></th></tr>';
    expect(namedOf(`<table><tbody>${head}<tr><th>Range</th><td>100</td></tr></tbody></table>`).slice(2)).toEqual([
      ['', 'Range'],
      ['Range, Value', '100'],
    ]);
  });

  it('follows columns across cells that span them', () => {
    const head = '<tr><th scope="col">A</th><th scope="col">B</th><th scope="col">C</th></tr>';
    expect(namedOf(`<table>${head}<tr><td colspan="2">1</td><td>2</td></tr></table>`).slice(3)).toEqual([
      ['A', '1'],
      ['C', '2'],
    ]);
  });

  it('is the term of a list', () => {
    expect(namedOf('<dl><dt>Order code</dt><dd>100</dd><dd>200</dd></dl>')).toEqual([
      ['', 'Order code'],
      ['Order code', '100'],
      ['Order code', '200'],
    ]);
  });

  it('is beside it otherwise', () => {
    expect(namedOf('<dl><dt>100</dt><dd>sensors a day</dd></dl><h3>In stock</h3><p>0</p>')).toEqual([
      ['sensors a day', '100'],
      ['100', 'sensors a day'],
      ['', 'In stock'],
      ['In stock', '0'],
    ]);
  });

  it('is that of the field of the head', () => {
    const head = '<title>T</title><meta name="description" content="D"><meta property="og:image:width" content="1200">';
    const languages = ['de', 'ja', 'x-default'].map((to) => `<link rel="alternate" hreflang="${to}" href="/${to}">`);
    const lines = extractLines(`<head>${head}${languages.join('')}</head><main></main>`);
    expect(lines.map(({ name, text }) => [name, text])).toEqual([
      ['Title', 'T'],
      ['Description', 'D'],
      ['og:image:width', '1200'],
      ['Address in German', '/de'],
      ['Address in Japanese', '/ja'],
      ['Address in any other language', '/x-default'],
    ]);
  });

  it('has addresses of the head with the letters of their language', () => {
    const head =
      '<link rel="canonical" href="https://a.example/jp/%E6%B9%BF%E5%BA%A6"><meta name="description" content="%41">';
    const lines = extractLines(`<head>${head}</head><main></main>`);
    expect(lines.map(({ text }) => text)).toEqual(['https://a.example/jp/湿度', '%41']);
  });

  it('is told of what people fill in, and of nothing that machines send', () => {
    expect(
      textsOf(
        '<input value="5"><input type="hidden" value="x"><option value="p.1">By name</option><button value="e">Go',
      ),
    ).toEqual(['5', 'By name', 'Go']);
  });
});
