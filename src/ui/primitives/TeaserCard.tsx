import type { ReactNode } from 'react';
import type { Image } from '#view-model/resolved.ts';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { Picture } from './Picture.tsx';
import { pictureSizes } from './picture-sizes.ts';
import { preventTermBreaks } from './prevent-breaks.ts';
import './article-card.css';

type TeaserCardProps = {
  teaser: { href: string; title: string; lead: string; image: Image | null };
  level: Level;
  /** The line above the title. */
  meta: ReactNode;
};

/** Something to read in a list; the whole card leads there. */
export function TeaserCard({ teaser: { href, title, lead, image }, level, meta }: TeaserCardProps): ReactNode {
  return (
    <article className="article-card">
      {image ? <Picture className="article-card__picture" image={image} sizes={pictureSizes.teasers} /> : null}
      <p className="article-card__meta">{meta}</p>
      <HeadingAt level={level} className="article-card__title" text={title}>
        {(words) => <a href={href}>{words}</a>}
      </HeadingAt>
      {lead === '' ? null : <p className="article-card__lead">{preventTermBreaks(lead)}</p>}
    </article>
  );
}
