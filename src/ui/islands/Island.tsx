import { type ComponentType, Fragment, type ReactElement, type ReactNode, createElement } from 'react';

/**
 * A part of an island's content that only the server renders: neither repeated in the island's properties nor rendered
 * again in the browser.
 */
export type Slot = {
  element: ReactElement;
  /** A record that many pages show in the same variant: the markup of its slot is made once. */
  once?: { record: object; variant: string };
};

type IslandProps<P extends object, S extends string> = {
  /** The name under which `Islands.astro` lists the component. */
  name: string;
  component: ComponentType<P & Record<NoInfer<S>, ReactNode>>;
  /** Unique on the page: the prefix of the ids that React makes inside the island. */
  id: string;
  /** The properties for hydration: JSON. */
  props: P;
  slots: Readonly<Record<S, Slot>>;
};

/** An island without its types: its name for the browser, and its element with the content of its slots. */
export type IslandElement = {
  name: string;
  id: string;
  props: object;
  withSlots: (show: (name: string, slot: Slot) => ReactNode) => ReactElement;
};

type Writer = (island: IslandElement) => ReactElement;

let write: Writer | null = null;

/** Set where pages are rendered, so that islands are written for hydration. */
export function writeIslandsWith(writer: Writer): void {
  write = writer;
}

/**
 * A component that becomes interactive in the browser. In a page it is the element that Astro's client script hydrates;
 * anywhere else, as in a preview, it is the component itself.
 */
export function Island<P extends object, S extends string>({
  name,
  component,
  id,
  props,
  slots,
}: IslandProps<P, S>): ReactNode {
  const withSlots: IslandElement['withSlots'] = (show) =>
    createElement(component, { ...props, ...fillSlots(slots, show) });
  return write ? write({ name, id, props, withSlots }) : withSlots((_, { element }) => element);
}

function fillSlots<S extends string>(
  slots: Readonly<Record<S, Slot>>,
  show: (name: string, slot: Slot) => ReactNode,
): Record<S, ReactNode> {
  // With a key: some components show their slots as a list.
  const filled = Object.entries<Slot>(slots).map(([name, slot]) => [
    name,
    createElement(Fragment, { key: name }, show(name, slot)),
  ]);
  // One for each slot, under its name.
  return Object.fromEntries(filled) as Record<S, ReactNode>;
}
