import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { cardGroup } from './schema.ts';
import './card-group.css';

/** One to four cards; the hairlines between them follow from their number. */
export function View({ id, data, context }: ViewProps<typeof cardGroup>): ReactNode {
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="CARD_GROUP" data={data} className="card-group" context={context}>
      <ul className={`card-group__cards card-group__cards--${data.cards.length}`}>
        {data.cards.map((card, index) => (
          <li key={index} className={card.link ? 'card-group__card card-group__card--linked' : 'card-group__card'}>
            {card.image ? (
              <Picture
                className={
                  card.image.height < card.image.width
                    ? 'card-group__picture'
                    : 'card-group__picture card-group__picture--square'
                }
                image={card.image}
                sizes={pictureSizes.cardGroup[data.cards.length - 1] ?? pictureSizes.cardGroup[3]}
              />
            ) : null}
            <div className="card-group__text">
              {card.tag === '' ? null : <Tag>{card.tag}</Tag>}
              <HeadingAt level={level} className="card-group__title" text={card.title} />
              {card.body === '' ? null : <p className="card-group__body">{preventTermBreaks(card.body)}</p>}
              {card.link ? <TextLink link={card.link} text={card.linkTitle} context={context} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
