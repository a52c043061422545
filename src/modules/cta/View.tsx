import type { ReactNode } from 'react';
import { LinkButtons } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { PhoneLink } from '#ui/primitives/PhoneLink.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { cta } from './schema.ts';
import './cta.css';

export function View({ id, data, context }: ViewProps<typeof cta>): ReactNode {
  const { title, body, image, name, position, phone, email, links } = data;
  const hasPerson = image !== null || [name, position, phone, email].some((text) => text !== '');
  return (
    <ModuleSection id={id} type="CTA" data={data} className="cta" context={context}>
      <div className="cta__words">
        <HeadingAt level={2} className="cta__title" text={title} />
        {body === '' ? null : <p className="cta__body">{body}</p>}
        <LinkButtons className="cta__links" links={links} context={context} />
      </div>
      {hasPerson ? (
        <div className="cta__person">
          {image ? (
            <Picture
              className="cta__portrait"
              image={image}
              sizes="(min-width: 1200px) 160px, (min-width: 960px) 96px, 72px"
            />
          ) : null}
          <address className="cta__contact">
            {name === '' ? null : <p className="cta__name">{name}</p>}
            {position === '' ? null : <p className="cta__position">{position}</p>}
            {phone === '' ? null : (
              <p>
                <PhoneLink number={phone} />
              </p>
            )}
            {email === '' ? null : (
              <p>
                <a href={`mailto:${email}`}>
                  <Address text={email} />
                </a>
              </p>
            )}
          </address>
        </div>
      ) : null}
    </ModuleSection>
  );
}

/** An e-mail address breaks before its @, if it has to break at all. */
function Address({ text }: { text: string }): ReactNode {
  const at = text.indexOf('@');
  if (at < 1) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
