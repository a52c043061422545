import type { ReactNode } from 'react';
import type { Image } from '#view-model/resolved.ts';
import { Icon } from '../primitives/icons.tsx';
import { HeadingAt } from '../primitives/HeadingAt.tsx';
import { preventFigureBreaks, preventTermBreaks } from '../primitives/prevent-breaks.ts';
import { pictureSizes } from '../primitives/picture-sizes.ts';
import { Picture } from '../primitives/Picture.tsx';
import './template.css';

type RecordArticleProps = {
  /** The margin next to the title. */
  meta?: ReactNode;
  title: string;
  lead: string;
  image?: Image | null;
  /** In place of the picture. */
  video?: ReactNode;
  /** What there is to read, and what belongs to it. */
  children: ReactNode;
  back: { href: string; label: string } | null;
  others?: { title: string; items: readonly { id: number; card: ReactNode }[] };
};

/** A record that is read from top to bottom, with a link back to its list and the list's next entries. */
export function RecordArticle({
  meta,
  title,
  lead,
  image,
  video,
  children,
  back,
  others,
}: RecordArticleProps): ReactNode {
  return (
    <>
      <article className="article">
        <header className="article__head">
          {meta === undefined ? null : <div className="article__meta">{meta}</div>}
          <HeadingAt level={1} className="article__title" text={title} />
          {lead === '' ? null : <p className="article__lead">{preventFigureBreaks(lead)}</p>}
        </header>
        {video ??
          (image ? <Picture className="article__picture" image={image} sizes={pictureSizes.page} eager /> : null)}
        {children}
        {back === null ? null : (
          <p className="article__back">
            <a className="text-link" href={back.href}>
              <Icon name="arrow-left" />
              <span>{back.label}</span>
            </a>
          </p>
        )}
      </article>
      {others === undefined || others.items.length === 0 ? null : (
        <section className="template-row on-grey">
          <h2 className="template-row__title">{preventTermBreaks(others.title)}</h2>
          <ul className="article__latest">
            {others.items.map(({ id, card }) => (
              <li key={id}>{card}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
