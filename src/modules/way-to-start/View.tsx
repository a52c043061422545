import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { cardClass, loneCardSizes } from '#ui/primitives/lone-card.ts';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { wayToStart } from './schema.ts';
import '#ui/primitives/columns.css';
import './way-to-start.css';

/** The `sizes` attribute of a picture for one card to four; more are in rows of three. */
const sizes = [
  loneCardSizes,
  '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 576px) 46vw, 92vw',
  '(min-width: 1920px) 485px, (min-width: 1400px) 405px, (min-width: 960px) 30vw, (min-width: 576px) 46vw, 92vw',
  '(min-width: 1920px) 354px, (min-width: 1400px) 296px, (min-width: 1200px) 22vw, (min-width: 576px) 46vw, 92vw',
] as const;

/** Alternatives side by side, or steps in a numbered list. */
export function View({ id, data, context }: ViewProps<typeof wayToStart>): ReactNode {
  const level = innerLevel(data.heading);
  const List = data.numbered ? 'ol' : 'ul';
  return (
    <ModuleSection id={id} type="WAY_TO_START" data={data} className="way-to-start" context={context}>
      <List className="columns columns--fit">
        {data.cards.map((card, index) => (
          <li key={index} className={cardClass('way-to-start__card', data.cards.length === 1)}>
            <Picture
              className="way-to-start__picture"
              image={card.image}
              sizes={sizes[data.cards.length - 1] ?? sizes[2]}
            />
            <HeadingAt level={level} className="way-to-start__title" text={card.title} />
            {card.body === '' ? null : <p className="way-to-start__body">{preventTermBreaks(card.body)}</p>}
            {card.link ? <TextLink link={card.link} text={card.linkTitle} context={context} /> : null}
          </li>
        ))}
      </List>
    </ModuleSection>
  );
}
