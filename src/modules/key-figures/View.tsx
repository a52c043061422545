import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { keyFigures } from './schema.ts';
import './key-figures.css';

/** Each figure is a term whose description is what it measures: the figure first, as it is read. */
export function View({ id, data, context }: ViewProps<typeof keyFigures>): ReactNode {
  return (
    <ModuleSection id={id} type="KEY_FIGURES" data={data} className="key-figures" context={context}>
      <dl className={`key-figures__list key-figures__list--${data.figures.length}`}>
        {data.figures.map((figure, index) => (
          <div key={index} className="key-figures__figure">
            <dt className="key-figures__value">{figure.title}</dt>
            <dd className="key-figures__subtitle">{figure.subtitle}</dd>
            {figure.body === '' ? null : <dd className="key-figures__body">{figure.body}</dd>}
          </div>
        ))}
      </dl>
    </ModuleSection>
  );
}
