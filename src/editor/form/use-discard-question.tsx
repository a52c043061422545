import { type ReactNode, useState } from 'react';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** Closes a window, after a question if something stands in it that would be lost. */
export function useDiscardQuestion(
  hasInput: () => boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (hasInput() ? setAsking(true) : onClose()),
    question: isAsking ? <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} /> : null,
  };
}
