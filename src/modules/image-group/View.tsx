import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { imageGroup } from './schema.ts';
import './image-group.css';

/** One picture over the whole width, or two side by side, with their texts. */
export function View({ id, data, context }: ViewProps<typeof imageGroup>): ReactNode {
  const { images } = data;
  return (
    <ModuleSection id={id} type="IMAGE_GROUP" data={data} className="image-group" context={context}>
      <div className={`image-group__images image-group__images--${images.length} gap-${data.imageSpacing}`}>
        {images.map(({ image, title, caption }, index) => (
          <figure key={index} className="image-group__figure">
            <Picture
              className="image-group__picture"
              image={image}
              sizes={
                images.length === 1
                  ? '(min-width: 1920px) 1536px, (min-width: 1400px) 1280px, 92vw'
                  : '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 576px) 45vw, 92vw'
              }
            />
            {title === '' && caption === '' ? null : (
              <figcaption className="image-group__caption">
                {title === '' ? null : <strong className="image-group__title">{title}</strong>}
                {caption === '' ? null : <span>{caption}</span>}
              </figcaption>
            )}
          </figure>
        ))}
      </div>
    </ModuleSection>
  );
}
