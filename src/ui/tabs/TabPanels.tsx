import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ScrollStrip } from './ScrollStrip.tsx';
import './tab-panels.css';

export type PanelSlots = { [slot: `panel${number}`]: ReactNode };
type TabPanelsProps = {
  /** The tabs' ids are those of their panels with `-tab` behind. */
  tabs: readonly { id: string; title: string }[];
  words: { label: string; back: string; forward: string };
} & PanelSlots;

const steps: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  ArrowRight: (from, count) => (from + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Panels of which one is shown. Before hydration, the tabs are links to the panels, and the one that is the target of
 * the address is shown, or the first; without a script all of them are stacked.
 */
export function TabPanels({ tabs, words, ...panels }: TabPanelsProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Null before hydration. */
  const [active, setActive] = useState<number | null>(null);

  useEffect(() => {
    /** The panel that the address leads to or into. */
    const addressed = (): number => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const panel = target && root.current?.contains(target) ? target.closest('.tab-panels__panel') : null;
      return [...(root.current?.children ?? [])].indexOf(panel ?? document.body);
    };
    setActive(Math.max(0, addressed()));
    const follow = () => {
      const index = addressed();
      if (index >= 0) setActive(index);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const choose = (index: number) => {
    const tab = tabs[index];
    if (!tab) return;
    setActive(index);
    // The address of the current tab can be shared; going back leads to the previous page, not to the previous tab.
    history.replaceState(history.state, '', `#${tab.id}`);
  };

  const click = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    choose(index);
  };

  const press = (event: KeyboardEvent, index: number) => {
    const to = event.key === ' ' ? index : steps[event.key]?.(index, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    list.current?.querySelectorAll<HTMLElement>('.tabs__tab')[to]?.focus();
  };

  const isTaken = active !== null;
  return (
    <div className={isTaken ? 'tab-panels tab-panels--taken' : 'tab-panels'}>
      <ScrollStrip strip={list} words={words}>
        <ul ref={list} className="tabs" role={isTaken ? 'tablist' : undefined} aria-label={words.label}>
          {tabs.map(({ id, title }, index) => (
            <li key={id} role={isTaken ? 'presentation' : undefined}>
              <a
                className="tabs__tab"
                id={`${id}-tab`}
                href={`#${id}`}
                {...(isTaken && {
                  role: 'tab',
                  'aria-selected': index === active,
                  'aria-controls': id,
                  tabIndex: index === active ? 0 : -1,
                  onKeyDown: (event: KeyboardEvent) => press(event, index),
                })}
                onClick={(event) => click(event, index)}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </ScrollStrip>
      <div ref={root} className="tab-panels__panels">
        {tabs.map(({ id }, index) => (
          <div
            key={id}
            id={id}
            className="tab-panels__panel"
            role={isTaken ? 'tabpanel' : undefined}
            aria-labelledby={isTaken ? `${id}-tab` : undefined}
            hidden={isTaken && index !== active}
          >
            {panels[`panel${index}`]}
          </div>
        ))}
      </div>
    </div>
  );
}
