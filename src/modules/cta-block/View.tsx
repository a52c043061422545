import type { ReactNode } from 'react';
import { LinkButtons } from '#ui/primitives/Links.tsx';
import { ModuleHeading, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { isEmptyRichText } from '#schema/rich-text.ts';
import type { ctaBlock } from './schema.ts';
import '#ui/primitives/split.css';
import './cta-block.css';

export function View({ id, data, context }: ViewProps<typeof ctaBlock>): ReactNode {
  const { heading, image, imageSide, body, additionalButtons, ...layout } = data;
  const hasWords =
    heading.title !== '' ||
    heading.lead !== '' ||
    heading.link !== null ||
    !isEmptyRichText(body) ||
    additionalButtons.length > 0;
  return (
    <ModuleSection
      id={id}
      type="CTA_BLOCK"
      data={layout}
      className={hasWords ? `cta-block split split--${imageSide}` : 'cta-block'}
      context={context}
    >
      {hasWords ? (
        <div className="split__words">
          <ModuleHeading heading={heading} context={context} />
          <RichText document={body} level={innerLevel(heading)} t={context.t} />
          <LinkButtons
            className="split__links"
            links={additionalButtons.map(({ label, action }) => ({ title: label, link: action }))}
            context={context}
          />
        </div>
      ) : null}
      <Picture
        className="split__picture"
        image={image}
        sizes={
          hasWords
            ? '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 960px) 46vw, 92vw'
            : '(min-width: 1920px) 1536px, (min-width: 1400px) 1280px, 92vw'
        }
      />
    </ModuleSection>
  );
}
