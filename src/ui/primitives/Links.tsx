import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Link } from '#view-model/resolved.ts';
import { Icon, type IconName } from './icons.tsx';

type LinkProps = {
  link: Link;
  /** The words to show in place of the link's own. */
  text?: ReactNode;
  className?: string;
  context: ViewContext;
};

function getHint(link: Link, t: ViewContext['t']): string {
  const hints: string[] = [];
  if (link.kind === 'download') hints.push(t('link.download'));
  if (link.target === '_blank') hints.push(t('link.newTab'));
  else if (link.kind === 'external') hints.push(t('link.external'));
  return hints.join(', ');
}

function getIcon(link: Link): IconName {
  if (link.kind === 'download') return 'download';
  return link.kind === 'external' || link.target === '_blank' ? 'external' : 'arrow-right';
}

function Anchor({ link, text = '', className, context }: LinkProps & { className: string }): ReactNode {
  const hint = getHint(link, context.t);
  const blank = link.target === '_blank';
  return (
    <a
      className={className}
      href={link.href}
      hrefLang={link.language}
      target={blank ? '_blank' : undefined}
      rel={blank ? 'noopener' : undefined}
    >
      <span>{text || link.text}</span>
      {hint === '' ? null : <span className="visually-hidden"> ({hint})</span>}
      <Icon name={getIcon(link)} />
    </a>
  );
}

/** A link as a line of text with an arrow. */
export function TextLink({ className = '', ...props }: LinkProps): ReactNode {
  return <Anchor {...props} className={className === '' ? 'text-link' : `text-link ${className}`} />;
}

/** A link to the next step, with an arrow. */
export function LinkButton({ variant, ...props }: LinkProps & { variant: 'primary' | 'secondary' }): ReactNode {
  return <Anchor {...props} className={`button button--${variant}`} />;
}

/** Buttons side by side: the first is the way on, the others lead elsewhere. Nothing where there are none. */
export function LinkButtons({
  className,
  links,
  context,
}: {
  className: string;
  links: readonly { title: string; link: Link }[];
  context: ViewContext;
}): ReactNode {
  if (links.length === 0) return null;
  return (
    <div className={`link-buttons ${className}`}>
      {links.map(({ title, link }, index) => (
        <LinkButton
          key={index}
          variant={index === 0 ? 'primary' : 'secondary'}
          link={link}
          text={title}
          context={context}
        />
      ))}
    </div>
  );
}
