import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Island } from '#ui/islands/Island.tsx';
import { markup } from '#ui/markup.ts';
import { splitAtIslands } from './island-places.ts';
import { learnIslands, serializeProps, withIslands } from './write-island.ts';

type CounterProps = { label: string; limits: readonly number[]; note?: string | undefined };

function Counter({ label, limits, body }: CounterProps & Record<'body', ReactNode>): ReactNode {
  return (
    <p title={label}>
      {limits.length} {body}
    </p>
  );
}

const once = { record: {}, variant: 'bold' };
const counter = (label: string, name = 'Counter') => (
  <Island
    name={name}
    component={Counter}
    id="module-4-island"
    props={{ label, limits: [1, 20], note: undefined }}
    slots={{ body: { element: <b>{'<kept>'}</b>, once } }}
  />
);

const visible = '<script>dispatchEvent(new Event("astro:visible"))</script>';
const idle = '<script>dispatchEvent(new Event("astro:idle"))</script>';
const client = '<script>customElements.define("astro-island", class {})</script>';
const element = (name: string, directive: string) =>
  `<astro-island uid="Z1" prefix="r0" component-url="/_astro/${name}.a1.js" component-export="${name}" renderer-url="/_astro/client.b2.js"` +
  ` props="{&quot;label&quot;:[0,&quot;&quot;],&quot;limits&quot;:[1,[]]}" ssr client="${directive}" opts="{&quot;name&quot;:&quot;${name}&quot;}" await-children><p></p><!--astro:end--></astro-island>`;
const sample = [
  visible,
  client,
  idle,
  element('Counter', 'visible'),
  element('IdleCounter', 'idle'),
  element('OtherCounter', 'visible'),
].join('');
beforeEach(() => learnIslands(sample));
// Later files of this worker know no islands.
afterAll(() => vi.resetModules());

/** As a browser reads the element. */
function read(html: string): Record<string, string> {
  const [, text = ''] = /<astro-island ([^>]*)>/.exec(html) ?? [];
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
}

describe('an island in a page', () => {
  it('says where its code is as Astro does, and who it is by its module', () => {
    expect(read(markup(() => counter('a'), {}))).toEqual({
      uid: 'module-4-island',
      prefix: 'module-4-island-',
      'component-url': '/_astro/Counter.a1.js',
      'component-export': 'Counter',
      'renderer-url': '/_astro/client.b2.js',
      client: 'visible',
      opts: '{"name":"Counter"}',
      props: '{"label":[0,"a"],"limits":[1,[[0,1],[0,20]]]}',
      ssr: '',
      'await-children': '',
    });
  });

  it('contains slots that the browser preserves, and a mark at its end', () => {
    const html = markup(() => counter('"&'), {});
    expect(html).toContain(
      '<p title="&quot;&amp;">2<!-- --> <astro-slot name="body"><b>&lt;kept&gt;</b></astro-slot></p>',
    );
    expect(html).toMatch(/<!--astro:end--><\/astro-island>$/);
  });

  it('brings the client script once, with what says when its islands are hydrated, and nothing without islands', () => {
    const writeScripts = (...names: string[]) =>
      withIslands(() => names.map((name) => markup(() => counter('a', name), {})).join('')).html.match(
        /<script>.*?<\/script>/g,
      );
    expect(writeScripts('Counter', 'OtherCounter')).toEqual([visible, client]);
    expect(writeScripts('IdleCounter')).toEqual([idle, client]);
    expect(writeScripts('IdleCounter', 'Counter')).toEqual([visible, idle, client]);
    expect(withIslands(() => '<p></p>')).toEqual({ html: '<p></p>', hasPlaces: false });
  });

  it('is refused if Astro does not bundle it', () => {
    expect(() =>
      markup(
        () => (
          <Island
            name="Other"
            component={Counter}
            id="x"
            props={{ label: '', limits: [] }}
            slots={{ body: { element: <b /> } }}
          />
        ),
        {},
      ),
    ).toThrow('Islands.astro');
  });
});

/** Samples as a changed Astro could write them, with the reported problem. */
const changes: [string, string, RegExp][] = [
  ['another element', sample.replaceAll('astro-island ', 'astro-part '), /writes no <astro-island> element/],
  ['another name of an attribute', sample.replaceAll('renderer-url', 'renderer'), /writes no renderer-url for Counter/],
  ['one more attribute', sample.replaceAll(' ssr', ' ssr key="1"'), /writes an attribute key for Counter/],
  ['other properties', sample.replaceAll('[0,', '[&quot;text&quot;,'), /properties of Counter in another form/],
  ['no mark of the end', sample.replaceAll('<!--astro:end-->', ''), /marks the end of Counter in another way/],
  ['other scripts', sample.replaceAll('Event("astro:', 'Event("'), /no script for client:visible/],
  ['scripts with attributes', sample.replaceAll('<script>', '<script nonce="1">'), /writes scripts in another way/],
  ['no client script', sample.replace(client, ''), /has no client script for islands/],
  ['nothing', '', /writes no <astro-island> element/],
];

describe('an island that cannot be written as Astro does', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  afterEach(() => warn.mockClear());

  it.each(changes)('is left to Astro, with a warning: %s', (_, changed, warning) => {
    learnIslands(changed);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(warning));
    const { html, hasPlaces } = withIslands(() => markup(() => counter('"&'), {}));
    expect(hasPlaces).toBe(true);
    expect(html).not.toContain('<astro-island');
    expect(splitAtIslands(html)).toEqual([
      '',
      { name: 'Counter', props: { label: '"&', limits: [1, 20] }, slots: { body: '<b>&lt;kept&gt;</b>' } },
      '',
    ]);
  });

  it('is the only one that is left to Astro', () => {
    learnIslands(sample.replace('component-export="Counter" renderer-url', 'component-export="Counter" renderer'));
    const both = (
      <>
        {counter('a')}
        {counter('b', 'OtherCounter')}
      </>
    );
    const { html, hasPlaces } = withIslands(() => markup(() => both, {}));
    expect(hasPlaces).toBe(true);
    expect(splitAtIslands(html)).toMatchObject([
      expect.stringContaining(client),
      { name: 'Counter' },
      expect.stringContaining('component-export="OtherCounter"'),
    ]);
  });

  it('is one whose properties are not JSON', () => {
    expect(serializeProps({ a: [null, true, { b: undefined }] })).toBe('{"a":[1,[[0,null],[0,true],[0,{}]]]}');
    for (const value of [new Date(0), new Map(), new Set(), Infinity, Number.NaN, 1n, [undefined]])
      expect(serializeProps({ value })).toBeNull();
    const limits = [Infinity];
    const { html, hasPlaces } = withIslands(() =>
      markup(
        () => (
          <Island
            name="Counter"
            component={Counter}
            id="x"
            props={{ label: '', limits }}
            slots={{ body: { element: <b /> } }}
          />
        ),
        {},
      ),
    );
    expect(hasPlaces).toBe(true);
    expect(splitAtIslands(html)[1]).toMatchObject({ name: 'Counter', props: { limits } });
  });

  it('finds the scripts of islands on the page that rendered the sample', () => {
    const changed = sample.replaceAll('renderer-url', 'renderer');
    learnIslands(changed);
    const make = () => markup(() => counter('a'), {});
    expect(withIslands(make, { sample: changed }).html).toMatch(/^<script>.*<\/script><island-place /);
    expect(withIslands(make).html).toMatch(/^<island-place /);
  });

  it('is not found in what editors write', () => {
    const text = '<island-place data-island="[]"></island-place>';
    expect(splitAtIslands(markup(() => <p>{text}</p>, {}))).toHaveLength(1);
  });
});
