import { isSaveKey } from '#staff/dialog/use-save-key.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onCommit: (value: string) => void };

/** A text input that commits on blur or Enter, not with every character: other fields refer to its value. */
export function CommittedInput({ value, onCommit, ...rest }: Props): ReactNode {
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed !== value) onCommit(typed);
  };
  return (
    <input
      {...rest}
      className="ed-input"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' || isSaveKey(event)) commit();
        // Uncommitted input is undone by the browser: it is not in the builder's history.
        if (event.key.toLowerCase() === 'z' && typed !== value) event.stopPropagation();
      }}
    />
  );
}
