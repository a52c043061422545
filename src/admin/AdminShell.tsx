import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import type { Grant } from '#domain/rights.ts';
import { signInHref } from '#staff/calls/sign-in-href.ts';
import { keepFocus } from '#staff/controls/keep-focus.ts';
import { leaveToSignIn } from '#staff/dialog/leave-guard.ts';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { watchSession } from '#staff/calls/watch-session.ts';
import type { AdminState } from './admin-state.ts';
import { AccountMenu } from './shell/AccountMenu.tsx';
// Not loaded when it is opened: what is typed behind Ctrl+K would be lost.
import { CommandPalette } from './shell/CommandPalette.tsx';
import { crumbs, currentHref } from './shell/navigation.ts';
import { ShellIcon } from './shell/ShellIcon.tsx';
import { SideNavigation } from './shell/SideNavigation.tsx';
import { useFolded } from './shell/use-folded.ts';

type Props = { state: AdminState; children: ReactNode };
type Screen = AdminState['screen'];

/** What every screen of the administration has: navigation, breadcrumbs, search, account, the notice of paused sites. */
export function AdminShell({ state, children }: Props): ReactNode {
  const { screen } = state;
  // The form builder needs the width.
  const [isFolded, setFolded] = useFolded(screen.name === 'form');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => (content.current ? keepFocus(content.current) : undefined), []);
  useEffect(
    () =>
      watchSession(() => {
        leaveToSignIn();
        location.assign(signInHref(defaultLocale));
      }),
    [],
  );
  const navigation = (folded: boolean) => (
    <SideNavigation
      current={currentHref(screen)}
      isExact={isTop(screen)}
      isFolded={folded}
      onUnfold={() => setFolded(false)}
    />
  );
  return (
    <div className={isFolded ? 'adm adm--folded' : 'adm'}>
      <a className="adm-skip" href="#admin-content">
        Skip to the content
      </a>
      <div className="adm-side">
        {navigation(isFolded)}
        <button
          type="button"
          className="adm-nav__link adm-nav__link--top adm-side__fold"
          aria-label={isFolded ? 'Show the navigation' : 'Fold the navigation'}
          title={isFolded ? 'Show the navigation' : undefined}
          onClick={() => setFolded(!isFolded)}
        >
          <ShellIcon name="fold" />
          {isFolded ? null : 'Fold'}
        </button>
      </div>
      <div className="ed-screen">
        <header className="ed-screen__bar">
          <button
            type="button"
            className="ed-icon-button adm-menu"
            aria-label="Navigation"
            aria-expanded={isSheetOpen}
            onClick={() => setSheetOpen(!isSheetOpen)}
          >
            <ShellIcon name="menu" />
          </button>
          <Breadcrumbs {...{ screen }} grants={state.staff.grants} />
          <span className="ed-bar__grow" />
          <button
            type="button"
            className="adm-search"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setSearching(true)}
          >
            <ShellIcon name="search" />
            <span>Search</span>
            <kbd>Ctrl K</kbd>
          </button>
          <AccountMenu staff={state.staff} />
        </header>
        {isSheetOpen ? <div className="adm-sheet">{navigation(false)}</div> : null}
        <div ref={content} id="admin-content" className="adm-content" tabIndex={-1}>
          {screen.name === 'home' ? null : <PausedNotice paused={state.paused} />}
          <Suspense fallback={<p className="ed-screen__waiting">Opening …</p>}>{children}</Suspense>
        </div>
      </div>
      {isSearching ? <CommandPalette onClose={() => setSearching(false)} /> : null}
    </div>
  );
}

/** Whether a screen is what a link of the navigation leads to, and not below it. */
function isTop({ name }: Screen): boolean {
  return !['record', 'form', 'submissions', 'publish', 'release'].includes(name);
}

function Breadcrumbs({ screen, grants }: { screen: Screen; grants: readonly Grant[] }): ReactNode {
  const { group, list } = crumbs(screen, grants);
  if (!list) return null;
  return (
    <nav className="adm-crumbs" aria-label="Breadcrumbs">
      <ol>
        {group === null ? null : <li className="adm-crumbs__group">{group}</li>}
        <li>{isTop(screen) ? <span aria-current="page">{list.title}</span> : <a href={list.href}>{list.title}</a>}</li>
      </ol>
    </nav>
  );
}

/** Opens the search with Ctrl+K, Cmd+K on a Mac, while no dialog is open. */
function useSearchKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (!document.querySelector('dialog:modal')) open();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
