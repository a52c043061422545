import { z } from 'zod';
import { isBlank } from '#domain/text/is-blank.ts';
import { recordId } from '#domain/values/record-id.ts';
import { storableText } from '#domain/text/text.ts';

/** A link as an editor makes it: one schema for the form and for the server. */

export const linkTypes = ['internal', 'external', 'download', 'anchor'] as const;
type LinkType = (typeof linkTypes)[number];

export const linkTargets = ['auto', '_blank', '_self'] as const;

/** A path of one of the sites; a path that browsers read as another host is refused. */
export const localPath = /^\/(?![/\\])\S*$/;
export const webAddress = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/;
/** The addresses that an external link may have. No other scheme is safe to follow. */
export const contactAddress = /^(https?:\/\/[^\s/?#@]+([/?#]\S*)?|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9 ()./-]+)$/;
export const anchorPattern = /^#?[^\s#]+$/;

export const linkExists = 'Attention: the link already exists here, are you sure you wish to add it again?';

const messages = {
  type: 'Link type is required',
  text: 'Link text is required',
  target: 'Target is required',
  url: 'URL is required',
  anchor: 'Anchor ID is required, for example #featured-products',
  anchorShape: 'An anchor ID is one word, for example #featured-products',
  page: 'Choose a page, or enter a path of this site',
  both: 'A link leads to one place: choose a page or enter a path, not both',
  bothFiles: 'A download leads to one place: choose a document or enter a URL, not both',
  external: 'Enter an address that begins with https://, http://, mailto: or tel:',
  path: 'Enter a path of this site that begins with a slash, for example /products/catalog',
  download: 'Enter an address that begins with https://, http:// or a slash',
} as const;

/** Nothing, whether it was left out or left empty. */
function optional<T>(schema: z.ZodType<T>) {
  return z
    .preprocess((value) => (typeof value === 'string' && isBlank(value) ? null : value), z.nullable(schema))
    .default(null);
}

/** Whether a link of a type is asked where it opens. */
export function needsTarget(linkType: string | null): boolean {
  return linkType !== 'internal' && linkType !== 'anchor';
}

/** Reports the problems of all fields at once. */
export const newLinkSchema = z
  .object({
    linkType: optional(z.enum(linkTypes, messages.type)),
    text: optional(z.string(messages.text).trim().pipe(storableText(250))),
    target: optional(z.enum(linkTargets, messages.target)),
    url: optional(z.string().trim().pipe(storableText(2000))),
    page: optional(recordId),
    document: optional(recordId),
    anchorId: optional(z.string().trim().regex(anchorPattern, messages.anchorShape).pipe(storableText(200))),
  })
  .transform((input, context): NewLink => {
    const { linkType, text } = input;
    const issue = (field: keyof NewLink, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const target = input.target ?? (needsTarget(linkType) ? null : 'auto');
    // A field that does not belong to the type is not shown, and its value is ignored.
    const url = linkType === 'anchor' ? null : input.url;
    const page = linkType === 'internal' ? input.page : null;
    const document = linkType === 'download' ? input.document : null;
    const hasAnchor = linkType === 'anchor' || page !== null;
    const anchorId = hasAnchor && input.anchorId !== null ? `#${input.anchorId.replace(/^#/, '')}` : null;

    if (linkType === null) issue('linkType', messages.type);
    if (text === null) issue('text', messages.text);
    if (target === null) issue('target', messages.target);
    switch (linkType) {
      case 'internal':
        if (url === null && page === null) issue('page', messages.page);
        else if (url !== null && page !== null) issue('url', messages.both);
        else if (url !== null && !localPath.test(url)) issue('url', messages.path);
        break;
      case 'external':
        if (url === null) issue('url', messages.url);
        else if (!contactAddress.test(url)) issue('url', messages.external);
        break;
      case 'download':
        if (url === null && document === null) issue('url', messages.url);
        else if (url !== null && document !== null) issue('url', messages.bothFiles);
        else if (url !== null && !localPath.test(url) && !webAddress.test(url)) issue('url', messages.download);
        break;
      case 'anchor':
        if (anchorId === null) issue('anchorId', messages.anchor);
        break;
      case null:
        if (url === null) issue('url', messages.url);
        break;
    }
    if (linkType === null || text === null) return z.NEVER;
    return { linkType, text, target, url, page, document, anchorId };
  });

export type NewLink = {
  linkType: LinkType;
  text: string;
  target: (typeof linkTargets)[number] | null;
  url: string | null;
  page: number | null;
  document: number | null;
  /** With its leading #. */
  anchorId: string | null;
};
