import type { ReactElement } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { EmployeeStory } from '#view-model/resolved.ts';
import { Icon } from './icons.tsx';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { Picture } from './Picture.tsx';
import { pictureSizes } from './picture-sizes.ts';
import { preventTermBreaks } from './prevent-breaks.ts';
import './story-card.css';

type StoryCardProps = {
  story: EmployeeStory;
  level: Level;
  context: ViewContext;
  /** Where a heading above says the category already. */
  withoutCategory?: boolean;
  /** How wide its picture is shown, where that is not as in rows of three and two. */
  sizes?: string;
};

/** A story in a list. Without a page to read it on it is shown, but leads nowhere. */
export function StoryCardView({
  story,
  level,
  context,
  withoutCategory = false,
  sizes = pictureSizes.stories,
}: StoryCardProps): ReactElement {
  return (
    <article className="story-card">
      <HeadingAt level={level} className="story-card__title" text={story.title}>
        {(words) => (story.href === null ? words : <a href={story.href}>{words}</a>)}
      </HeadingAt>
      {story.image ? <Picture className="story-card__picture" image={story.image} sizes={sizes} /> : null}
      <p className="story-card__meta">
        {withoutCategory ? null : <span>{story.category.title}</span>}
        {story.hasVideo ? (
          <span className="story-card__video">
            <Icon name="play" />
            {context.t('stories.video')}
          </span>
        ) : null}
      </p>
      <p className="story-card__teaser">{preventTermBreaks(story.teaser)}</p>
    </article>
  );
}
