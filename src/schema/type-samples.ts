/**
 * The samples of a type in the module gallery, from `samples.ts` of its folder. A type without it is shown in the
 * states that follow from its schema.
 */
export type TypeSamples = {
  /** Part of the names of the pictures that suit it, e.g. `hero`. */
  pictures?: string;
  /** How many items its lists usually have: 3 unless it says otherwise. */
  items?: number;
  /** Data that every sample has, such as a filter left open. */
  data?: Readonly<Record<string, unknown>>;
  /** States that do not follow from the schema. */
  states?: readonly { key: string; name: string; data: Readonly<Record<string, unknown>> }[];
};
