import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { Island } from './Island.tsx';
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
const counter = (label: string) => (
  <Island
    name="Counter"
    component={Counter}
    id="module-4-island"
    props={{ label, limits: [1, 20], note: undefined }}
    slots={{ body: { element: <b>{'<kept>'}</b>, once } }}
  />
);

learnIslands(
  '<style>astro-island{display:contents}</style><script>start()</script>' +
    '<astro-island uid="Z1" prefix="r0" component-url="/_astro/Counter.a1.js" component-export="Counter" renderer-url="/_astro/client.b2.js"' +
    ' props="{}" ssr client="visible" opts="{&quot;name&quot;:&quot;Counter&quot;}" await-children><p></p><!--astro:end--></astro-island>',
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

  it('brings the client script once, and none without islands', () => {
    expect(
      withIslands(() => markup(() => counter('a'), {}) + markup(() => counter('b'), {})).match(/<script>/g),
    ).toHaveLength(1);
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
