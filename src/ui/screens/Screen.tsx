import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import { FaqScreen } from './faq/FaqScreen.tsx';
import type { ScreenContent } from './screen-content.ts';

/** The screen of a route, whichever it is. */
export function Screen({ content, context }: { content: ScreenContent; context: ViewContext }): ReactNode {
  switch (content.screen) {
    case 'faq':
      return <FaqScreen {...content} context={context} />;
  }
}
