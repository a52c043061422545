import { type ReactNode, Suspense, lazy, useEffect, useEffectEvent, useState } from 'react';
import { isInText } from './text-focus.ts';
import { TipButton } from './TipButton.tsx';
import { ToolIcon } from './ToolIcon.tsx';
import { words } from './words.ts';

const ShortcutsWindow = lazy(() => import('./dialog/ShortcutsWindow.tsx'));

/** In the bar: the list of keys, which a question mark opens too. */
export function Shortcuts(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isInText(event.target) || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <TipButton
        label={words.shortcuts}
        icon={<ToolIcon name="keys" />}
        className="ed-button ed-button--quiet ed-button--icon"
        tip={`${words.shortcuts} (?)`}
        onPress={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <ShortcutsWindow onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
