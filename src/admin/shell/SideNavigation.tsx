import { type ReactNode, use, useMemo, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type NavigationGroup, navigation } from './navigation.ts';
import { ShellIcon } from './ShellIcon.tsx';
import { Grants } from './use-may.ts';

type Props = {
  current: string | null;
  /** Whether it is on the screen that the link leads to, or below it. */
  isExact: boolean;
  isFolded: boolean;
  onUnfold: () => void;
};

/** All areas of the administration, by what people call things. The area of the screen is open. */
export function SideNavigation({ current, isExact, isFolded, onUnfold }: Props): ReactNode {
  const grants = use(Grants);
  const groups = useMemo(() => navigation(grants), [grants]);
  const mark = isExact ? 'page' : 'true';
  return (
    <nav className="adm-nav" aria-label="Administration">
      <a
        className="adm-nav__link adm-nav__link--top"
        href={adminPaths.home}
        aria-current={current === adminPaths.home ? 'page' : undefined}
        aria-label={isFolded ? 'Home' : undefined}
        title={isFolded ? 'Home' : undefined}
      >
        <ShellIcon name="home" />
        {isFolded ? null : 'Home'}
      </a>
      {groups.map((group) =>
        isFolded ? (
          <FoldedGroup key={group.name} group={group} current={current} onUnfold={onUnfold} />
        ) : (
          <Group key={group.name} group={group} current={current} mark={mark} />
        ),
      )}
    </nav>
  );
}

function holds({ links }: NavigationGroup, current: string | null): boolean {
  return links.some(({ href }) => href === current);
}

function Group({
  group,
  current,
  mark,
}: {
  group: NavigationGroup;
  current: string | null;
  mark: 'page' | 'true';
}): ReactNode {
  const [isOpen, setOpen] = useState(() => holds(group, current));
  const [only] = group.links;
  const id = `nav-${group.name}`;
  if (only && group.links.length === 1) {
    return (
      <a
        className="adm-nav__link adm-nav__link--top"
        href={only.href}
        aria-current={only.href === current ? mark : undefined}
      >
        <ShellIcon name={group.name} />
        {group.title}
      </a>
    );
  }
  return (
    <div className="adm-nav__group">
      <button
        type="button"
        className="adm-nav__link adm-nav__link--top"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ShellIcon name={group.name} />
        {group.title}
        <span className="adm-nav__arrow" aria-hidden="true" />
      </button>
      <ul id={id} hidden={!isOpen}>
        {group.links.map(({ title, href }) => (
          <li key={href}>
            <a className="adm-nav__link" href={href} aria-current={href === current ? mark : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoldedGroup({
  group,
  current,
  onUnfold,
}: {
  group: NavigationGroup;
  current: string | null;
  onUnfold: () => void;
}): ReactNode {
  const className = holds(group, current)
    ? 'adm-nav__link adm-nav__link--top adm-nav__link--current'
    : 'adm-nav__link adm-nav__link--top';
  const [only] = group.links;
  if (only && group.links.length === 1) {
    return (
      <a className={className} href={only.href} aria-label={group.title} title={group.title}>
        <ShellIcon name={group.name} />
      </a>
    );
  }
  return (
    <button type="button" className={className} aria-label={group.title} title={group.title} onClick={onUnfold}>
      <ShellIcon name={group.name} />
    </button>
  );
}
