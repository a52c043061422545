import { type Locale, englishNames } from '#domain/locales.ts';
import type { MenuFrame } from '#view-model/menu-items.ts';
import type { MenuNode } from '#admin/kinds/menu/menu-tree.ts';

type Leads = MenuFrame['leads'];
/** Where an item leads, in words, and what is wrong with that. */
export type LeadText = { text: string; problem: string | null; note: string | null };

type Asked = {
  /** Where links lead readers of English, and of the language beside it; null until that is known. */
  english: Leads | null;
  beside: { locale: Locale; leads: Leads } | null;
};

/** Says where an item leads, and marks what visitors would not see. */
export function describeLead({ link, children }: MenuNode, { english, beside }: Asked): LeadText {
  const words = (text: string, problem: string | null = null, note: string | null = null) => ({ text, problem, note });
  if (link === null) {
    return children.length > 0
      ? words('Opens what is below it')
      : words('No target', 'It leads nowhere yet: visitors do not see it. Choose where it leads.');
  }
  const lead = english?.[link];
  if (lead === undefined) return words('…');
  if (lead === null) return words('Missing', 'Its link was deleted: visitors do not see it. Choose another target.');
  if (lead.href === null) {
    return words(
      'Not published',
      'Its target is not published, or was deleted: visitors do not see it. Publish the target, or choose another.',
    );
  }
  const there = beside?.leads[link];
  const isEnglish = beside && there?.href === lead.href && lead.href.startsWith('/');
  return words(lead.href, null, isEnglish ? `In ${englishNames[beside.locale]} it leads to the English page` : null);
}
