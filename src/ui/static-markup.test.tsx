import fc from 'fast-check';
import { Fragment, type ReactNode, createContext, createElement, useContext, useId } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { staticMarkup } from './static-markup.ts';

const texts = fc.oneof(fc.string(), fc.constantFrom('<b>', '"&\'', 'javascript:alert(1)', ' ', 'jobs'));
const values = fc.oneof(texts, fc.integer(), fc.constant(undefined), fc.constant(null));
const attributes = fc.record(
  {
    id: values,
    className: values,
    href: texts,
    title: values,
    tabIndex: fc.integer(),
    dateTime: texts,
    'aria-label': values,
    'aria-hidden': fc.boolean(),
    'data-item': fc.oneof(values, fc.boolean()),
    hidden: fc.boolean(),
    download: fc.oneof(fc.boolean(), texts),
    style: fc.record({ color: texts, width: fc.integer() }),
    dangerouslySetInnerHTML: fc.record({ __html: texts }),
  },
  { requiredKeys: [] },
);

function Wrapped({ children }: { children?: ReactNode }): ReactNode {
  return <p>{children}</p>;
}

const { tree } = fc.letrec<{ tree: ReactNode; leaf: ReactNode }>((tie) => ({
  leaf: fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
  tree: fc.oneof(
    { maxDepth: 5 },
    tie('leaf'),
    fc
      .tuple(
        fc.constantFrom('div', 'a', 'h2', 'li', 'button', 'svg'),
        attributes,
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([tag, props, children]) =>
        'dangerouslySetInnerHTML' in props ? createElement(tag, props) : createElement(tag, props, ...children),
      ),
    fc.array(tie('tree'), { maxLength: 3 }).map((children) => createElement(Fragment, null, ...children)),
    fc.array(tie('tree'), { maxLength: 3 }).map((children) => createElement(Wrapped, null, ...children)),
    texts.map((alt) => <img key="" src="/a.webp" srcSet="/a.webp 1x" alt={alt} loading="lazy" />),
    texts.map((text) => <input key="" name={text} defaultValue={text} required />),
    fc.constant(<br />),
  ),
}));

const Ground = createContext('white');

function Stateful(): ReactNode {
  return <b id={useId()}>{useContext(Ground)}</b>;
}

describe('static markup', () => {
  it('is what React writes, for any tree of elements', () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(staticMarkup(node)).toBe(renderToStaticMarkup(node));
      }),
    );
  });

  it.each<[string, ReactNode]>([
    [
      'a choice that its parent has made',
      <select key="" defaultValue="b">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>,
    ],
    ['text over several lines', <textarea key="" defaultValue={'\nfirst'} />],
    ['a drawing', <path key="" d="M0 0" strokeWidth={2} strokeLinecap="round" vectorEffect="non-scaling-stroke" />],
    [
      'a component that needs React',
      <Ground key="" value="grey">
        <Stateful />
      </Ground>,
    ],
    [
      'a component that needs React, below one that does not',
      <Wrapped key="">
        <Stateful />
      </Wrapped>,
    ],
    [
      'an island',
      createElement('astro-island', { key: '', uid: 'a', ssr: '', 'await-children': '', props: '{"a":"<"}' }),
    ],
    [
      'a frame',
      <iframe key="" src="https://films.example/1" allow="fullscreen" allowFullScreen sandbox="" title="Film" />,
    ],
  ])('is what React writes for %s', (_, node) => {
    expect(staticMarkup(node)).toBe(renderToStaticMarkup(node));
  });

  it('fails where React fails', () => {
    const Broken = (): ReactNode => {
      throw new Error('nothing to show');
    };
    expect(() => staticMarkup(<Broken />)).toThrow('nothing to show');
  });
});
