import type { ReactElement, ReactNode } from 'react';
import { Island } from '#ui/islands/Island.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { CardRow } from '#ui/sliders/CardRow.tsx';
import { carouselWords, slotsOf } from '#ui/sliders/carousel-props.ts';
import type { ViewProps } from '../contract.ts';
import type { highlights } from './schema.ts';
import './highlights.css';

type HighlightsProps = ViewProps<typeof highlights>;

/** As many as stand side by side on a wide screen: up to here a grid shows them all, without any script. */
const perView = 4;

export function View({ id, data, context }: HighlightsProps): ReactNode {
  const cards = data.highlights.map((highlight, index) => <Highlight key={index} highlight={highlight} />);
  return (
    <ModuleSection id={id} type="HIGHLIGHTS" data={data} className="highlights" context={context}>
      {cards.length === 0 ? <p className="highlights__empty">{context.t('jobs.empty')}</p> : null}
      {cards.length > perView ? (
        <Island
          name="CardRow"
          component={CardRow}
          id={`module-${id}-island`}
          props={{
            id: `module-${id}-highlights`,
            count: cards.length,
            words: carouselWords(data.heading.title || context.t('slider.highlights'), context.t),
          }}
          slots={slotsOf(cards.map((element) => ({ element })))}
        />
      ) : cards.length > 0 ? (
        <ul className={`highlights__grid highlights__grid--${cards.length}`}>
          {cards.map((card, index) => (
            <li key={index}>{card}</li>
          ))}
        </ul>
      ) : null}
    </ModuleSection>
  );
}

function Highlight({ highlight }: { highlight: HighlightsProps['data']['highlights'][number] }): ReactElement {
  return (
    <article className="highlights__card">
      <Picture
        className="highlights__picture"
        image={highlight.image}
        sizes="(min-width: 1400px) 296px, (min-width: 960px) 30vw, (min-width: 576px) 46vw, 86vw"
      />
      <p className="highlights__figure">{highlight.title}</p>
      <p className="highlights__subtitle">{highlight.subtitle}</p>
      {highlight.body === '' ? null : <p className="highlights__body">{highlight.body}</p>}
    </article>
  );
}
