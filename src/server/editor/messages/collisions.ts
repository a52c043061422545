import type { Locale } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import type { Client } from '#content/clients/client.ts';
import { type ItemCollisions, type PreparedRelease, fileField } from '#changes/releases/prepare-release.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { toPageModel } from '#changes/take-back/page-model.ts';
import { getKind } from '#kinds/kinds.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { describePlace } from './page.ts';
import { type NameOf, withNames } from './reasons.ts';
import { schemaAt, describeValue } from './values.ts';

/** A place that was published with other words since: the release has its own, or nothing where the place is lost. */
export type CollisionText = {
  subject: string;
  label: string;
  locale: Locale | null;
  live: string | null;
  release: string | null;
  /** It is not on the page any more. */
  isLost: boolean;
};

/** Where a release changes what was changed since, in words. */
export function describeCollisions(client: Client, { collisions }: PreparedRelease): Promise<CollisionText[]> {
  return withNames(client, (nameOf) => collisions.flatMap((item) => describeItem(item, nameOf)));
}

function describeItem(item: ItemCollisions, nameOf: NameOf): CollisionText[] {
  const { title: subject, sides, places } = item;
  if ('page' in item) {
    // Both sides of a page were read as its contents.
    const models = [sides.theirs, sides.mine].map((side) => toPageModel(isRecord(side) ? (side as PageContents) : {}));
    return places.map(({ path, mine, theirs, isLost }) => {
      if (path.length === 0) {
        const words = (side: unknown) => (side === null ? 'Not on the site' : 'On the site');
        return { subject, label: 'The page', locale: null, live: words(theirs), release: words(mine), isLost };
      }
      const { label, locale, before, after } = describePlace(path, { before: theirs, after: mine }, models, nameOf);
      return { subject, label, locale, live: before, release: after, isLost };
    });
  }
  const { schema } = getKind(item.kind);
  return places.map(({ path, mine, theirs, isLost }) => {
    if (path[0] === fileField)
      return {
        subject,
        label: 'File',
        locale: null,
        live: 'The file that is live',
        release: 'The file of the release',
        isLost,
      };
    return {
      subject,
      label: fieldLabel(schema, path),
      locale: null,
      live: describeValue(schemaAt(schema, path), theirs, nameOf),
      release: describeValue(schemaAt(schema, path), mine, nameOf),
      isLost,
    };
  });
}
