import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { PostTeaser } from '#view-model/resolved.ts';
import { Day } from './dates.tsx';
import type { Level } from './ModuleSection.tsx';
import { TeaserCard } from './TeaserCard.tsx';

type PostCardProps = { post: PostTeaser; level: Level; context: ViewContext };

/** A blog post in a list. */
export function PostCardView({ post, level, context }: PostCardProps): ReactNode {
  const meta = (
    <>
      <Day iso={post.publishedAt} locale={context.locale} />
      <span>{post.author.name}</span>
    </>
  );
  return <TeaserCard teaser={post} level={level} meta={meta} />;
}
