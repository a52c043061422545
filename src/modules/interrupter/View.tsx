import type { ReactNode } from 'react';
import { FloatingCard } from '#ui/primitives/FloatingCard.tsx';
import { LinkButton } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { interrupter } from './schema.ts';
import './interrupter.css';

export function View({ id, data, context }: ViewProps<typeof interrupter>): ReactNode {
  return (
    <ModuleSection id={id} type="INTERRUPTER" data={data} className="interrupter" context={context}>
      <FloatingCard image={data.image} side={data.side}>
        {data.tag === '' ? null : <Tag>{data.tag}</Tag>}
        <HeadingAt level={2} className="interrupter__title" text={data.title} />
        {data.body === '' ? null : <p className="interrupter__body">{preventTermBreaks(data.body)}</p>}
        {data.link ? <LinkButton variant="primary" link={data.link} text={data.linkTitle} context={context} /> : null}
      </FloatingCard>
    </ModuleSection>
  );
}
