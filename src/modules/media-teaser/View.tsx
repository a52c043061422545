import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { cardClass, loneCardSizes } from '#ui/primitives/lone-card.ts';
import { Tag } from '#ui/primitives/Tag.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { mediaTeaser } from './schema.ts';
import './media-teaser.css';

/** Three teasers side by side on a wide screen; more of them slide, and one alone is wide. */
export function View({ id, data, context }: ViewProps<typeof mediaTeaser>): ReactNode {
  const level = innerLevel(data.heading);
  const isAlone = data.teasers.length === 1;
  const cards = data.teasers.map((teaser) => ({
    element: (
      <article className={cardClass('media-teaser__card', isAlone)}>
        <Picture
          className="media-teaser__picture"
          image={teaser.image}
          sizes={
            isAlone
              ? loneCardSizes
              : '(min-width: 1920px) 485px, (min-width: 1400px) 405px, (min-width: 960px) 30vw, (min-width: 576px) 45vw, 86vw'
          }
        />
        {teaser.tag === '' ? null : <Tag>{teaser.tag}</Tag>}
        <HeadingAt level={level} className="media-teaser__title" text={teaser.title} />
        {teaser.body === '' ? null : <p className="media-teaser__body">{preventTermBreaks(teaser.body)}</p>}
        {teaser.link ? <TextLink link={teaser.link} text={teaser.linkTitle} context={context} /> : null}
      </article>
    ),
  }));
  return (
    <ModuleSection id={id} type="MEDIA_TEASER" data={data} className="media-teaser" context={context}>
      <CardSlider
        id={`module-${id}`}
        view="teasers"
        label={data.heading.title || context.t('mediaTeaser.label')}
        cards={cards}
        t={context.t}
      />
    </ModuleSection>
  );
}
