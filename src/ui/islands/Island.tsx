import { type ComponentType, type ReactElement, type ReactNode, createElement } from 'react';

/**
 * A piece of an island's content that is made by the server and stands in the page as it is: neither repeated in the
 * island's properties nor rendered again in the browser.
 */
export type Slot = {
  element: ReactElement;
  /** A record that many pages show in the same variant: the markup of its slot is made once. */
  once?: { record: object; variant: string };
};

export type IslandProps<P extends object = object, S extends string = string> = {
  /** The name under which `Islands.astro` lists the component. */
  name: string;
  component: ComponentType<P & Record<NoInfer<S>, ReactNode>>;
  /** Unique on the page: the prefix of the ids that React makes inside the island. */
  id: string;
  /** What the browser is given to take the island over: JSON. */
  props: P;
  slots: Readonly<Record<S, Slot>>;
};

type Writer = (island: IslandProps) => ReactElement;

let write: Writer | null = null;

/** Set where pages are made, so that islands are written for a browser to take over. */
export function writeIslandsWith(writer: Writer): void {
  write = writer;
}

/**
 * A component that becomes interactive in the browser. In a page it is the element that Astro's client script takes over;
 * anywhere else, as in a preview, it is the component itself.
 */
export function Island<P extends object, S extends string>(island: IslandProps<P, S>): ReactNode {
  // The types say that properties and slots fit the component; for making an element of them that is not needed any more.
  const plain = island as unknown as IslandProps;
  if (write) return write(plain);
  const { component, props, slots } = plain;
  const elements: Record<string, ReactNode> = {};
  for (const [name, { element }] of Object.entries(slots)) elements[name] = element;
  return createElement(component, { ...props, ...elements });
}
