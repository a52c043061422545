import type { ReactNode } from 'react';

/** What refuses a publish as a whole; nothing where nothing does. */
export function Obstacles({ messages }: { messages: readonly string[] }): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className="ed-warnings ed-warnings--blocking">
      <p className="ed-warnings__title">This has to be mended before it can be published</p>
      <ul className="ed-stored">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
