import type { ReactNode } from 'react';
import type { ActionOutput } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';

type Opened = ActionOutput<'openPageSettings'>;

type Props = {
  opened: Opened;
  onHistory: () => void;
  onTemplate: () => void;
  /** What was done with the page as a template. */
  announcement: string;
};

const menuNames = { main: 'Main menu', footer: 'Footer', legal: 'Legal menu' } as const;

/** What is not changed here: what the page is made of, where it stands, and what was published of it. */
export function AboutPage({
  opened: { shows, menus, links, publishes },
  onHistory,
  onTemplate,
  announcement,
}: Props): ReactNode {
  return (
    <section className="ed-settings__about" aria-label="About this page">
      <dl>
        <dt>Made of</dt>
        <dd>
          {shows === null ? 'Its modules' : `${shows}, made by the site, with the page’s modules around it`}
          <button type="button" className="ed-button ed-button--small" onClick={onTemplate}>
            Make a template
          </button>
          <small role="status">{announcement}</small>
        </dd>
        <dt>In menus</dt>
        <dd>
          {menus.length === 0 ? 'In none' : null}
          {menus.map(({ name, href }) => (
            <a key={href} href={href}>
              {menuNames[name]}
            </a>
          ))}
          {menus.length === 0 && links === 0 ? <small>No link leads to it either</small> : null}
        </dd>
        <dt>Published</dt>
        <dd>
          {publishes.at === null ? (
            'Not yet'
          ) : (
            <>
              <Moment at={publishes.at} />
              {publishes.by === null ? '' : ` by ${publishes.by}`}
            </>
          )}
          {publishes.at === null ? null : (
            <button type="button" className="ed-button ed-button--small" onClick={onHistory}>
              Open the history
            </button>
          )}
        </dd>
      </dl>
    </section>
  );
}
