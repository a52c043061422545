import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keyName } from './key-name.ts';
import { ToolIcon } from './ToolIcon.tsx';
import { words } from './words.ts';

type ModuleCommand = {
  label: string;
  /** The letter that is pressed with Ctrl. */
  letter?: string;
  /** Why it cannot be done. */
  reason?: string | null;
  onPress: () => void;
};

type Props = { commands: readonly ModuleCommand[]; isBlocked: boolean };

/** What is done to a module now and then, behind one button. */
export function ModuleMenu({ commands, isBlocked }: Props): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const reason = commands.find((command) => command.reason)?.reason;

  useEffect(() => {
    if (!isOpen) return undefined;
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target) && !button.current?.contains(target))
        setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: at <= 0 ? items.length - 1 : at - 1,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') close();
    else if (next !== undefined) items[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="ed-more">
      <button
        ref={button}
        type="button"
        className="ed-button ed-button--small ed-button--quiet ed-more__button"
        aria-label={words.more}
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
          aria-label={words.more}
          className="ed-more__menu"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {commands.map(({ label, letter, reason: why, onPress }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="ed-more__item"
              aria-disabled={why ? true : undefined}
              aria-keyshortcuts={letter ? `Control+${letter}` : undefined}
              onClick={() => {
                if (why) return;
                close();
                onPress();
              }}
            >
              <span>{label}</span>
              {letter ? <kbd aria-hidden="true">{keyName(letter)}</kbd> : null}
            </button>
          ))}
          {reason ? <p className="ed-more__reason">{reason}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
