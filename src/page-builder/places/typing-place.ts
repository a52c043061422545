/** Where somebody is about to type. */
export type TypingPlace = {
  moduleId: number;
  /** The path of the text; null for the first one of the module. */
  path: string | null;
  /** What was pressed, where the page shows the text more than once. */
  target: Node | null;
  /** The version of the module that it has to be of; 0 for any. */
  version: number;
};
