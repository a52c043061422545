import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { quote } from './schema.ts';
import './quote.css';

/** A single one is large. Several are side by side, readable without waiting for a slide. */
export function View({ id, data, context }: ViewProps<typeof quote>): ReactNode {
  const { quotes } = data;
  const size = quotes.length === 1 ? 'one' : 'many';
  return (
    <ModuleSection id={id} type="QUOTE" data={data} className="quotes" context={context}>
      <ul className={`quotes__list quotes__list--${size}`}>
        {quotes.map(({ quote: words, name, position, image }, index) => (
          <li key={index}>
            <figure className="quotes__quote">
              <blockquote className="quotes__words">
                <p>{words}</p>
              </blockquote>
              <figcaption className="quotes__source">
                {image ? <Picture className="quotes__portrait" image={image} sizes="72px" /> : null}
                <span>
                  <span className="quotes__name">{name}</span>
                  {position === '' ? null : <span className="quotes__position">{position}</span>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
