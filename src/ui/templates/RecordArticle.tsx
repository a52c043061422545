import type { ReactNode } from 'react';
import type { Image } from '#view-model/resolved.ts';
import { Icon } from '../primitives/icons.tsx';
import { HeadingAt } from '../primitives/HeadingAt.tsx';
import { keepFigures } from '../primitives/keep-terms.ts';
import { Picture } from '../primitives/Picture.tsx';
import './template.css';

/** The width of what stands over the whole width, as the `sizes` attribute says it. */
export const fullWidth = '(min-width: 1400px) 1280px, 100vw';

type RecordArticleProps = {
  /** What stands in the margin beside the title. */
  meta: ReactNode;
  title: string;
  lead: string;
  image: Image | null;
  /** In place of the picture. */
  film?: ReactNode;
  /** What there is to read, and what belongs to it. */
  children: ReactNode;
  back: { href: string; label: string };
  others: { title: string; items: readonly { id: number; card: ReactNode }[] };
};

/** A record that is read from top to bottom, the way back to its list, and what else stands there. */
export function RecordArticle({
  meta,
  title,
  lead,
  image,
  film,
  children,
  back,
  others,
}: RecordArticleProps): ReactNode {
  return (
    <>
      <article className="article">
        <header className="article__head">
          <div className="article__meta">{meta}</div>
          <HeadingAt level={1} className="article__title" text={title} />
          {lead === '' ? null : <p className="article__lead">{keepFigures(lead)}</p>}
        </header>
        {film ?? (image ? <Picture className="article__picture" image={image} sizes={fullWidth} eager /> : null)}
        {children}
        <p className="article__back">
          <a className="text-link" href={back.href}>
            <Icon name="arrow-left" />
            <span>{back.label}</span>
          </a>
        </p>
      </article>
      {others.items.length === 0 ? null : (
        <section className="template-row on-grey">
          <h2 className="template-row__title">{others.title}</h2>
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
