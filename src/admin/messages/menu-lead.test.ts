import { expect, it } from 'vitest';
import { describeLead } from './menu-lead.ts';
import { type MenuNode, newNode } from '#admin/kinds/menu/menu-tree.ts';

const to = (link: number | null, children: readonly MenuNode[] = []) => ({ ...newNode(), link, children });
const english = {
  1: { href: '/products', external: false },
  2: { href: null, external: false },
  3: null,
  4: { href: 'https://example.com', external: true },
};
const german = { ...english, 5: { href: '/de/x', external: false } };
const asked = {
  english: { ...english, 5: { href: '/x', external: false } },
  beside: { locale: 'de', leads: german },
} as const;

it.each([
  [to(1), '/products', null, 'In German it leads to the English page'],
  [to(5), '/x', null, null],
  [to(4), 'https://example.com', null, null],
  [to(2), 'Not published', expect.stringContaining('not published'), null],
  [to(3), 'Missing', expect.stringContaining('was deleted'), null],
  [to(6), '…', null, null],
  [to(null), 'No target', expect.stringContaining('leads nowhere yet'), null],
  [to(null, [to(1)]), 'Opens what is below it', null, null],
])('says where an item leads: %#', (node, text, problem, note) =>
  expect(describeLead(node, asked)).toEqual({ text, problem, note }),
);
