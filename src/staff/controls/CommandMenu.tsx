import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { keyName } from './key-name.ts';
import { ToolIcon } from './ToolIcon.tsx';
import { labels } from '#staff/messages/labels.ts';

export type Command = {
  label: string;
  /** The letter that is pressed with Ctrl. */
  letter?: string;
  /** Why it cannot be done. */
  reason?: string | null;
} & ({ onPress: () => void } | { href: string });

type Props = {
  commands: readonly Command[];
  isBlocked?: boolean;
  /** The classes of the button. */
  className: string;
  /** What the commands are for, where the menu is one of many. */
  about?: string;
  isTabbable?: boolean;
};

const listItems = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

/** The item of a menu to which a key leads from the one in focus. */
function itemAfter(menu: HTMLElement | null, key: string): HTMLElement | undefined {
  const items = listItems(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  }[key];
  return next === undefined ? undefined : items[next];
}

/** Puts a menu below its button, or above where there is no room, with both at the same right edge. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = bottom + gap;
  menu.style.left = `${Math.max(gap, Math.min(right, innerWidth - gap) - width)}px`;
  menu.style.top = `${below + height <= innerHeight - gap ? below : Math.max(gap, top - gap - height)}px`;
}

/** Between the menu and its button, or the edge of the window. */
const gap = 6;

/** What is done now and then, behind one button. */
export function CommandMenu({ commands, isBlocked = false, className, about, isTabbable = true }: Props): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const reason = commands.find((command) => command.reason)?.reason;
  const label = about ? `${labels.more}: ${about}` : labels.more;

  useLayoutEffect(() => {
    if (!isOpen || !menu.current || !button.current) return undefined;
    // In the top layer, so that nothing around the button cuts it off.
    menu.current.showPopover();
    // A page that is still scrolling takes the button along.
    const place = () => menu.current && button.current && placeBeside(menu.current, button.current);
    place();
    listItems(menu.current)[0]?.focus({ preventScroll: true });
    const onAway = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target) && !button.current?.contains(target))
        setOpen(false);
    };
    document.addEventListener('pointerdown', onAway);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointerdown', onAway);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    const next = itemAfter(menu.current, event.key);
    if (event.key === 'Escape') close();
    else if (next) next.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="ed-more">
      <button
        ref={button}
        type="button"
        className={`ed-button ed-button--quiet ed-more__button ${className}`}
        aria-label={label}
        tabIndex={isTabbable ? undefined : -1}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-disabled={isBlocked ? true : undefined}
        data-control="more"
        onClick={() => {
          if (!isBlocked) setOpen(!isOpen);
        }}
      >
        <ToolIcon name="more" />
      </button>
      {isOpen ? (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={label}
          popover="manual"
          className="ed-more__menu"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {commands.map((command) => (
            <MenuItem key={command.label} command={command} onClose={close} />
          ))}
          {reason ? <p className="ed-more__reason">{reason}</p> : null}
        </div>
      ) : null}
    </div>
  );
}

function MenuItem({ command, onClose }: { command: Command; onClose: () => void }): ReactNode {
  const { label, letter, reason } = command;
  if ('href' in command) {
    return (
      <a role="menuitem" tabIndex={-1} className="ed-more__item" href={command.href}>
        {label}
      </a>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="ed-more__item"
      aria-disabled={reason ? true : undefined}
      aria-keyshortcuts={letter ? `Control+${letter}` : undefined}
      onClick={() => {
        if (reason) return;
        onClose();
        command.onPress();
      }}
    >
      <span>{label}</span>
      {letter ? <kbd aria-hidden="true">{keyName(letter)}</kbd> : null}
    </button>
  );
}
