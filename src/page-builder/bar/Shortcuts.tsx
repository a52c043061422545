import { type ReactNode, Suspense, lazy, useEffect, useEffectEvent } from 'react';
import { isInText } from '../text-focus.ts';

const ShortcutsDialog = lazy(() => import('../dialog/ShortcutsDialog.tsx'));

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void };

/** The list of keys, which a question mark opens. */
export function Shortcuts({ isOpen, onOpen, onClose }: Props): ReactNode {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isInText(event.target) || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? (
    <Suspense>
      <ShortcutsDialog onClose={onClose} />
    </Suspense>
  ) : null;
}
