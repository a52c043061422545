import { z } from 'zod';
import { storableText } from './text.ts';

/** A link as an editor makes it (spec sections 3 and 5, link form): one schema for the form and for the server. */

export const linkTypes = ['internal', 'external', 'download', 'anchor'] as const;
export type LinkType = (typeof linkTypes)[number];

export const linkTargets = ['auto', '_blank', '_self'] as const;

/** A path of one of the sites; what a browser would read as another host is none. */
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
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), z.nullable(schema))
    .default(null);
}

const recordId = z.int().positive();

/** Whether a link of a type is asked where it opens. */
export function needsTarget(linkType: string | null): boolean {
  return linkType !== 'internal' && linkType !== 'anchor';
}

export const newLinkSchema = z
  .object({
    linkType: z.enum(linkTypes, messages.type),
    text: z.string(messages.text).trim().min(1, messages.text).pipe(storableText(250)),
    target: optional(z.enum(linkTargets, messages.target)),
    url: optional(z.string().trim().pipe(storableText(2000))),
    page: optional(recordId),
    document: optional(recordId),
    anchorId: optional(z.string().trim().regex(anchorPattern, messages.anchorShape).pipe(storableText(200))),
  })
  // A field that does not belong to the type is not shown, and what stands in it does not count.
  .transform((link): NewLink => {
    const isInternal = link.linkType === 'internal';
    const isDownload = link.linkType === 'download';
    const hasAnchor = link.linkType === 'anchor' || (isInternal && link.page !== null);
    return {
      linkType: link.linkType,
      text: link.text,
      target: link.target ?? (needsTarget(link.linkType) ? null : 'auto'),
      url: link.linkType === 'anchor' ? null : link.url,
      page: isInternal ? link.page : null,
      document: isDownload ? link.document : null,
      anchorId: hasAnchor && link.anchorId !== null ? `#${link.anchorId.replace(/^#/, '')}` : null,
    };
  })
  .superRefine((link, context) => {
    const issue = (field: keyof NewLink, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { url } = link;
    if (link.target === null) issue('target', messages.target);
    switch (link.linkType) {
      case 'internal':
        if (url === null && link.page === null) issue('page', messages.page);
        else if (url !== null && link.page !== null) issue('url', messages.both);
        else if (url !== null && !localPath.test(url)) issue('url', messages.path);
        break;
      case 'external':
        if (url === null) issue('url', messages.url);
        else if (!contactAddress.test(url)) issue('url', messages.external);
        break;
      case 'download':
        if (url === null && link.document === null) issue('url', messages.url);
        else if (url !== null && link.document !== null) issue('url', messages.bothFiles);
        else if (url !== null && !localPath.test(url) && !webAddress.test(url)) issue('url', messages.download);
        break;
      case 'anchor':
        if (link.anchorId === null) issue('anchorId', messages.anchor);
        break;
    }
  });

export type NewLink = {
  linkType: LinkType;
  text: string;
  target: (typeof linkTargets)[number] | null;
  url: string | null;
  page: number | null;
  document: number | null;
  /** With its number sign. */
  anchorId: string | null;
};
