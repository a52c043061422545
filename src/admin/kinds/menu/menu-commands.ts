import type { Locale } from '#domain/locales.ts';
import type { MenuName } from '#domain/pages/menus.ts';
import type { LeadText } from '#admin/messages/menu-lead.ts';
import type { MenuNode, NodePath, Way } from './menu-tree.ts';

/** What the rows of a menu show besides their items, and what can be done with them. */
export type MenuCommands = {
  menu: MenuName;
  /** The language beside English; null on a site without another one. */
  beside: Locale | null;
  /** The id of the item whose details are shown. */
  opened: string | null;
  open: (id: string | null) => void;
  wordsOf: (node: MenuNode) => LeadText;
  /** What publishing would refuse. */
  errorAt: (path: NodePath) => string | null;
  /** Typing of the same subject is undone together; null for a change of its own. */
  edit: (path: NodePath, subject: string | null, change: (node: MenuNode) => MenuNode) => void;
  add: (parent: NodePath) => void;
  remove: (path: NodePath) => void;
  canStep: (path: NodePath, way: Way) => boolean;
  step: (path: NodePath, way: Way) => void;
  /** Whether an item may be dropped below another one, or on the first level. */
  accepts: (from: NodePath, parent: NodePath) => boolean;
  drop: (from: NodePath, parent: NodePath, index: number) => void;
  togglePrivacy: (path: NodePath) => void;
};
