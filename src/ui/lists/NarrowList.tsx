import type { ReactElement, ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { pickTexts } from '#ui/i18n/island-texts.ts';
import { Island } from '../islands/Island.tsx';
import { type Filter, FilteredList } from './FilteredList.tsx';

type NarrowListProps = {
  /** Unique on the page. */
  id: string;
  filters: readonly Filter[];
  total: number;
  isPaged?: boolean;
  /** With `%s` for the number of matches; a noun for the items is optional. */
  shown?: string;
  /** The message when nothing matches. */
  none: string;
  t: Translate;
  list: ReactElement;
};

const pageKeys = [
  'pagination.label',
  'pagination.page',
  'pagination.size',
  'pagination.all',
  'slider.previous',
  'slider.next',
];

/** A list as the server renders it: all items, with the data that a script needs to filter them. */
export function NarrowList({ id, filters, total, isPaged = false, shown, none, t, list }: NarrowListProps): ReactNode {
  const words = {
    shown: shown ?? t('list.shown', { shown: '%s', total }),
    none,
    pages: pickTexts(t, isPaged ? pageKeys : []),
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
