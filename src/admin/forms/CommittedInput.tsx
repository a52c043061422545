import { type ComponentProps, type ReactNode, useState } from 'react';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onCommit: (value: string) => void };

/** A text that counts when it is complete, not with every letter: other things are named by it. */
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
        if (event.key === 'Enter') commit();
        // Letters that do not count yet are taken back by the browser: to the builder they are no step.
        if (event.key.toLowerCase() === 'z' && typed !== value) event.stopPropagation();
      }}
    />
  );
}
