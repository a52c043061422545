import type { ReactNode } from 'react';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { textBlock } from './schema.ts';
import '#ui/primitives/side-heading.css';
import './text-block.css';

export function View({ id, data, context }: ViewProps<typeof textBlock>): ReactNode {
  return (
    <ModuleSection
      id={id}
      type="TEXT_BLOCK"
      data={data}
      className={data.width === 'narrow' ? 'text-block text-block--narrow side-heading' : 'text-block text-block--wide'}
      context={context}
    >
      <RichText className="text-block__body" document={data.body} level={innerLevel(data.heading)} t={context.t} />
    </ModuleSection>
  );
}
