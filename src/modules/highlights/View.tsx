import type { ReactElement, ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import type { ViewProps } from '../contract.ts';
import type { highlights } from './schema.ts';
import './highlights.css';

type HighlightsProps = ViewProps<typeof highlights>;

export function View({ id, data, context }: HighlightsProps): ReactNode {
  return (
    <ModuleSection id={id} type="HIGHLIGHTS" data={data} className="highlights" context={context}>
      {data.highlights.length === 0 ? <p className="highlights__empty">{context.t('jobs.empty')}</p> : null}
      <CardSlider
        id={`module-${id}`}
        view="highlights"
        label={data.heading.title || context.t('slider.highlights')}
        cards={data.highlights.map((highlight) => ({ element: <Highlight highlight={highlight} /> }))}
        t={context.t}
      />
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
