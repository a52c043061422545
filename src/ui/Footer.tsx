import type { ReactNode } from 'react';
import { networkNames } from '#domain/social-networks.ts';
import type { Translate } from '#view-model/view-props.ts';
import type { Frame } from '#view-model/frame.ts';
import { anchorProps } from './Header.tsx';
import { Mark } from './primitives/Mark.tsx';
import './footer.css';

type FooterProps = Pick<Frame, 'siteName' | 'tagline' | 'copyright' | 'menus' | 'socialLinks'> & {
  t: Translate;
};

/** An e-mail address may break only after its @. */
function Label({ text }: { text: string }): ReactNode {
  const at = text.indexOf('@') + 1;
  if (at === 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}

/** The same for every page of a site and locale. */
export function Footer({ siteName, tagline, copyright, menus, socialLinks, t }: FooterProps): ReactNode {
  return (
    <footer className="site-footer on-anthracite">
      <div className="site-footer__brand">
        <Mark />
        <p className="site-footer__name">{siteName}</p>
        {tagline === '' ? null : <p className="site-footer__tagline">{tagline}</p>}
      </div>
      {menus.footer.length === 0 ? null : (
        <nav className="site-footer__nav" aria-label={t('nav.footer')}>
          {menus.footer.map((item) => (
            <div key={item.id} className="site-footer__column">
              <p className="site-footer__title">
                {item.href === null ? (
                  item.label
                ) : (
                  <a href={item.href} {...anchorProps(item)}>
                    {item.label}
                  </a>
                )}
              </p>
              {item.children.length === 0 ? null : (
                <ul>
                  {item.children.map((child) =>
                    child.href === null ? null : (
                      <li key={child.id}>
                        <a href={child.href} {...anchorProps(child)}>
                          <Label text={child.label} />
                        </a>
                      </li>
                    ),
                  )}
                </ul>
              )}
            </div>
          ))}
        </nav>
      )}
      <div className="site-footer__end">
        <p>{copyright}</p>
        {menus.legal.length === 0 ? null : (
          <nav aria-label={t('nav.legal')}>
            <ul>
              {menus.legal.map((item) =>
                item.href === null ? null : (
                  <li key={item.id}>
                    <a href={item.href} {...anchorProps(item)}>
                      {item.label}
                    </a>
                  </li>
                ),
              )}
            </ul>
          </nav>
        )}
        {socialLinks.length === 0 ? null : (
          <ul className="site-footer__social" aria-label={t('nav.social')}>
            {socialLinks.map(({ network, url }) => (
              <li key={network}>
                <a href={url} rel="me noopener" target="_blank">
                  {networkNames[network]}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  );
}
