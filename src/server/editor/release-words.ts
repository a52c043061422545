import type { Locale } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import type { Client } from '#content/client.ts';
import type { ItemCollisions, PreparedRelease } from '#content/releases/prepare-release.ts';
import type { PageContents } from '#content/publish-history.ts';
import { modelOf } from '#content/take-back/page-model.ts';
import { kindOf } from '#kinds/kinds.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { describePlace } from './page-words.ts';
import { type NameOf, withNames } from './reasons.ts';
import { schemaAt, valueWords } from './value-words.ts';

/** A place that was published with other words since: the release has its own, or nothing where the place is lost. */
export type CollisionWords = {
  subject: string;
  label: string;
  locale: Locale | null;
  live: string | null;
  release: string | null;
  /** It is not on the page any more. */
  isLost: boolean;
};

/** Where a release changes what was changed since, in words. */
export function describeCollisions(client: Client, { collisions }: PreparedRelease): Promise<CollisionWords[]> {
  return withNames(client, (nameOf) => collisions.flatMap((item) => wordsOf(item, nameOf)));
}

function wordsOf(item: ItemCollisions, nameOf: NameOf): CollisionWords[] {
  const { title: subject, sides, places } = item;
  if ('page' in item) {
    // Both sides of a page were read as its contents.
    const models = [sides.theirs, sides.mine].map((side) => modelOf(isRecord(side) ? (side as PageContents) : {}));
    return places.map(({ path, mine, theirs, isLost }) => {
      if (path.length === 0) {
        const words = (side: unknown) => (side === null ? 'Not on the site' : 'On the site');
        return { subject, label: 'The page', locale: null, live: words(theirs), release: words(mine), isLost };
      }
      const { label, locale, before, after } = describePlace(path, { before: theirs, after: mine }, models, nameOf);
      return { subject, label, locale, live: before, release: after, isLost };
    });
  }
  const { schema } = kindOf(item.kind);
  return places.map(({ path, mine, theirs, isLost }) => ({
    subject,
    label: fieldLabel(schema, path),
    locale: null,
    live: valueWords(schemaAt(schema, path), theirs, nameOf),
    release: valueWords(schemaAt(schema, path), mine, nameOf),
    isLost,
  }));
}
