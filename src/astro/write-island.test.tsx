import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { Island } from '#ui/islands/Island.tsx';
import { learnIslands, withIslands } from './write-island.ts';

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

learnIslands(
  '<style>astro-island{display:contents}</style><script>dispatchEvent(new Event("astro:visible"))</script>' +
    '<script>client()</script><script>dispatchEvent(new Event("astro:idle"))</script>' +
    '<astro-island uid="Z1" prefix="r0" component-url="/_astro/Counter.a1.js" component-export="Counter" renderer-url="/_astro/client.b2.js"' +
    ' props="{}" ssr client="visible" opts="{&quot;name&quot;:&quot;Counter&quot;}" await-children><p></p><!--astro:end--></astro-island>' +
    '<astro-island uid="Z2" component-export="IdleCounter" client="idle"></astro-island>' +
    '<astro-island uid="Z3" component-export="OtherCounter" client="visible"></astro-island>',
);

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

  it('holds its content with slots that the browser keeps, and says where it ends', () => {
    const html = markup(() => counter('"&'), {});
    expect(html).toContain(
      '<p title="&quot;&amp;">2<!-- --> <astro-slot name="body"><b>&lt;kept&gt;</b></astro-slot></p>',
    );
    expect(html).toMatch(/<!--astro:end--><\/astro-island>$/);
  });

  it('brings the client script once, with what says when its islands are taken over, and nothing without islands', () => {
    const scriptsOf = (...names: string[]) =>
      withIslands(() => names.map((name) => markup(() => counter('a', name), {})).join('')).match(
        /<script>.*?<\/script>/g,
      );
    const visible = '<script>dispatchEvent(new Event("astro:visible"))</script>';
    const idle = '<script>dispatchEvent(new Event("astro:idle"))</script>';
    const client = '<script>client()</script>';
    expect(scriptsOf('Counter', 'OtherCounter')).toEqual([visible, client]);
    expect(scriptsOf('IdleCounter')).toEqual([idle, client]);
    expect(scriptsOf('IdleCounter', 'Counter')).toEqual([visible, idle, client]);
    expect(withIslands(() => '<p></p>')).toBe('<p></p>');
  });

  it('is refused when Astro does not bundle it', () => {
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
