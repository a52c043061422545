import type { ReactNode } from 'react';
import { LinkButtons, TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, groundClass } from '#ui/primitives/ModuleSection.tsx';
import { titleLevels } from '#ui/primitives/PageHeader.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { hero } from './schema.ts';
import './hero.css';

/** The head of a page: it holds the page's h1 when it is the first head. The picture runs from edge to edge, so the section has no side padding. */
export function View({ id, data, context }: ViewProps<typeof hero>): ReactNode {
  const [level, cardLevel] = titleLevels(id, context);
  return (
    <section
      id={`module-${id}`}
      className={`hero ${data.cards.length === 0 ? 'ends-with-picture ' : ''}${groundClass(data.backgroundColor)} space-top-${data.spaceLayoutTop} space-bottom-${data.spaceLayoutBottom}`}
      data-module-id={id}
      data-module-type="HERO"
      lang={context.textLanguage}
    >
      <div className="hero__text container">
        {data.tag === '' ? null : <Tag>{data.tag}</Tag>}
        <HeadingAt level={level} className="hero__title" text={data.title} />
        {data.lead === '' ? null : <p className="hero__lead">{preventTermBreaks(data.lead)}</p>}
        <LinkButtons className="hero__links" links={data.links} context={context} />
      </div>
      <Picture className="hero__picture" image={data.image} sizes="100vw" eager />
      {data.cards.length === 0 ? null : (
        <ul className="hero__cards container">
          {data.cards.map((card, index) => (
            <li key={index} className="hero__card">
              <HeadingAt level={cardLevel} className="hero__card-title" text={card.title} />
              <p className="hero__card-body">{preventTermBreaks(card.body)}</p>
              <TextLink link={card.link} text={card.linkTitle} context={context} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
