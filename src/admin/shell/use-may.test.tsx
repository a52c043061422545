import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Grant, getGrants } from '#domain/rights.ts';
import { Grants, useMay } from './use-may.ts';

function Offer(): ReactNode {
  const may = useMay();
  return (['product', 'article'] as const).filter((kind) => may('edit', { kind })).join(' ');
}

const offered = (grants?: readonly Grant[]) =>
  renderToStaticMarkup(
    grants ? (
      <Grants value={grants}>
        <Offer />
      </Grants>
    ) : (
      <Offer />
    ),
  );

it('a screen offers what the person may do, and nothing where nobody said who that is', () => {
  expect(offered(getGrants('editor'))).toBe('product article');
  expect(offered([{ right: 'edit', kinds: ['article'] }])).toBe('article');
  expect(offered()).toBe('');
});
