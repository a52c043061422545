import type { ReactNode } from 'react';
import { FloatingCard } from '#ui/primitives/FloatingCard.tsx';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { PlaceContact } from '#ui/primitives/PlaceContact.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { companyLocation } from './schema.ts';
import './company-location.css';

/** A place with its address, on a card over its picture. Without a picture there is only the card. */
export function View({ id, data, context }: ViewProps<typeof companyLocation>): ReactNode {
  const { location, side } = data;
  const image = data.image ?? location.image;
  // An address usually begins with the name that is the title here.
  const addressLines = location.addressLines.filter((line) => line !== location.nameVerbose);
  const card = (
    <>
      {data.tag === '' ? null : <Tag>{data.tag}</Tag>}
      <HeadingAt level={innerLevel(data.heading)} className="company-location__title" text={location.nameVerbose} />
      {location.title === '' ? null : <p className="company-location__text">{location.title}</p>}
      <PlaceContact place={{ ...location, addressLines }} context={context} />
      {location.note === '' ? null : <p className="company-location__text">{location.note}</p>}
      {data.link ? <TextLink link={data.link} text={data.linkTitle} context={context} /> : null}
    </>
  );
  return (
    <ModuleSection id={id} type="COMPANY_LOCATION" data={data} className="company-location" context={context}>
      {image ? (
        <FloatingCard image={image} side={side}>
          {card}
        </FloatingCard>
      ) : (
        <div className="company-location__card">{card}</div>
      )}
    </ModuleSection>
  );
}
