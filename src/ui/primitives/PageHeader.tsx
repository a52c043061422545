import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Link } from '#view-model/resolved.ts';
import { HeadingAt } from './HeadingAt.tsx';
import { preventFigureBreaks } from './prevent-breaks.ts';
import { LinkButtons } from './Links.tsx';
import { Tag } from './Tag.tsx';
import './page-header.css';

/** The levels of a header's title and of the titles below it: a page has one h1, in its first header. */
export function titleLevels(id: number, { titleModule }: ViewContext): readonly [1, 2] | readonly [2, 3] {
  return titleModule === undefined || titleModule === id ? [1, 2] : [2, 3];
}

type PageHeaderProps = {
  id: number;
  tag?: string;
  title: string;
  lead: string;
  links?: readonly { title: string; link: Link }[];
  context: ViewContext;
};

/** The texts of a header: its title with the lines above and below. The first button is the primary one. */
export function PageHeader({ id, tag = '', title, lead, links = [], context }: PageHeaderProps): ReactNode {
  const [level] = titleLevels(id, context);
  return (
    <div className="page-header">
      {tag === '' ? null : <Tag>{tag}</Tag>}
      <HeadingAt level={level} className="page-header__title" text={title} />
      {lead === '' ? null : <p className="page-header__lead">{preventFigureBreaks(lead)}</p>}
      <LinkButtons className="page-header__links" links={links} context={context} />
    </div>
  );
}
