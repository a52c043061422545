import type { ReactElement, ReactNode } from 'react';
import type { Translate } from '#modules/contract.ts';
import { Island } from '../islands/Island.tsx';
import { type Filter, FilteredList } from './FilteredList.tsx';

type NarrowListProps = {
  /** Unique on the page. */
  id: string;
  filters: readonly Filter[];
  total: number;
  isPaged?: boolean;
  /** What is said when nothing matches. */
  none: string;
  t: Translate;
  list: ReactElement;
};

const pageKeys = ['pagination.label', 'pagination.size', 'pagination.all', 'slider.previous', 'slider.next'];

/** A list as a page carries it: all of it, with what a script needs to narrow it down. */
export function NarrowList({ id, filters, total, isPaged = false, none, t, list }: NarrowListProps): ReactNode {
  const words = {
    shown: t('list.shown', { shown: '%s', total }),
    none,
    pages: isPaged
      ? {
          ...Object.fromEntries(pageKeys.map((key) => [key, t(key)])),
          'pagination.page': t('pagination.page', { number: '%s' }),
        }
      : {},
  };
  return (
    <Island
      name="FilteredList"
      component={FilteredList}
      id={`${id}-island`}
      props={{ id, filters, total, isPaged, words }}
      slots={{ list: { element: list } }}
    />
  );
}
