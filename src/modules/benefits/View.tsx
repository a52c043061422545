import type { ReactNode } from 'react';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { VectorTile } from '#ui/primitives/VectorTile.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { benefits } from './schema.ts';
import '#ui/primitives/columns.css';
import './benefits.css';

export function View({ id, data, context }: ViewProps<typeof benefits>): ReactNode {
  const level = innerLevel(data.heading);
  const blocks =
    data.display === 'icon'
      ? data.iconBlocks.map(({ icon, ...words }) => ({ ...words, sign: <VectorTile vector={icon} /> }))
      : data.imageBlocks.map(({ image, ...words }) => ({
          ...words,
          sign: (
            <Picture
              className="benefits__picture"
              image={image}
              sizes="(min-width: 1920px) 485px, (min-width: 1400px) 405px, (min-width: 960px) 30vw, (min-width: 576px) 46vw, 92vw"
            />
          ),
        }));
  return (
    <ModuleSection id={id} type="BENEFITS" data={data} className="benefits" context={context}>
      <ul className="columns columns--3">
        {blocks.map(({ title, body, sign }, index) => (
          <li key={index} className="benefits__block">
            {sign}
            <HeadingAt level={level} className="benefits__title" text={title} />
            {body === '' ? null : <p className="benefits__body">{body}</p>}
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
