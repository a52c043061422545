import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { partners } from './schema.ts';
import './partners.css';

/** Logos, each on white: they are drawn for it, whatever the ground of the module. */
export function View({ id, data, context }: ViewProps<typeof partners>): ReactNode {
  const cards = data.partners.map(({ image, link }) => {
    const logo = (
      <Picture
        className="partners__logo"
        image={image}
        sizes="(min-width: 1360px) 118px, (min-width: 576px) 100px, 17vw"
      />
    );
    if (!link) return { element: <div className="partners__tile">{logo}</div> };
    const isBlank = link.target === '_blank';
    return {
      element: (
        <a
          className="partners__tile"
          href={link.href}
          hrefLang={link.language}
          target={isBlank ? '_blank' : undefined}
          rel={isBlank ? 'noopener' : undefined}
        >
          {logo}
          {image.alt === '' ? <span className="visually-hidden">{link.text}</span> : null}
          {isBlank ? <span className="visually-hidden"> ({context.t('link.newTab')})</span> : null}
        </a>
      ),
    };
  });
  return (
    <ModuleSection id={id} type="PARTNERS" data={data} className="partners" context={context}>
      <CardSlider
        id={`module-${id}`}
        view="logos"
        label={data.heading.title || context.t('partners.label')}
        cards={cards}
        t={context.t}
      />
    </ModuleSection>
  );
}
