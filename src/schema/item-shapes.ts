import { z } from 'zod';
import { withLinkTexts } from './cross-field.ts';
import { itemId, longText, reference, requiredMessage, requiredReference, text, url, video } from './fields.ts';

/**
 * The shapes of list items with their limits. A module takes a shape as it is, or parts of it
 * with `pick`, `omit` and `extend`. Limits are in characters as a person counts them (grapheme clusters).
 */

/** The maximum number of items, for lists that have one. */
export const listMaxima = { keyFigures: 3, cards: 4, images: 2, videos: 3 } as const;

/** Maxima of fields that are not in a list. */
export const textMaxima = { categoryTitle: 100, categoryDescription: 200, storyTeaserBody: 150 } as const;

export const listMessages = { cards: 'At least one card is required', images: requiredMessage } as const;

/** A figure or short claim with its meaning. */
export const highlightItem = z.object({
  title: text({ label: 'Title', max: 8, required: true }),
  subtitle: text({ label: 'Subtitle', max: 70, required: true }),
  body: longText({ label: 'Body', max: 100 }),
  image: requiredReference('image', { label: 'Image' }),
});

/** Title and body, both needed. */
export const titleBodyItem = z.object({
  title: text({ label: 'Title', max: 250, required: true }),
  body: longText({ label: 'Body', max: 400, required: true }),
});

const filename = { filename: text({ label: 'Filename', max: 100, required: true }) };

/** A file with a custom name. */
export const fileItem = z.object({ ...filename, file: requiredReference('file', { label: 'File' }) });

/** A document with a custom name. */
export const documentItem = z.object({ ...filename, document: requiredReference('document', { label: 'Document' }) });

/** A text that leads on by a link with a title and a summary. */
export const linkSummaryItem = z.object({
  body: longText({ label: 'Body', max: 100 }),
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 130 }),
  linkSummary: text({ label: 'Link summary', max: 60 }),
});

/** A card on a hero, which leads somewhere. */
export const heroCardItem = z.object({
  title: text({ label: 'Title', max: 60, required: true }),
  body: longText({ label: 'Body', max: 150, required: true }),
  link: requiredReference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 50, required: true }),
});

/** A card: tag, title, body and a link. */
export const cardItem = z.object({
  tag: text({ label: 'Tag', max: 50 }),
  title: text({ label: 'Title', max: 250, required: true }),
  body: longText({ label: 'Body', max: 600 }),
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 50 }),
});

/** Title, body and a picture. */
export const titleBodyImageItem = z.object({
  title: text({ label: 'Title', required: true }),
  body: longText({ label: 'Body', max: 300 }),
  image: requiredReference('image', { label: 'Image' }),
});

/** A video chosen from the library, or named by its address; the chosen one counts. */
const videoFields = {
  video: reference('video', { label: 'Video' }),
  videoUrl: video({
    label: 'Video URL',
    help: 'Where no video is chosen: an address of YouTube, or an id of 11 characters',
  }),
};

/** A slide: title, body and a picture, with a video and a link if there are any. */
export const slideItem = titleBodyImageItem.extend({
  ...videoFields,
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 50 }),
});

/** A link with a custom title. */
export const linkItem = z.object({
  link: requiredReference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 50 }),
});

/** A button with a link, both needed. */
export const linkButtonItem = z.object({
  title: text({ label: 'Link title', max: 50, required: true }),
  link: requiredReference('link', { label: 'Link' }),
});

/** A video with title, text and link. */
export const videoTeaserItem = z.object({
  image: reference('image', { label: 'Image' }),
  ...videoFields,
  title: text({ label: 'Title', max: 100, required: true }),
  body: longText({ label: 'Body' }),
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Button title', max: 50 }),
});

/** A picture with a title and a caption. */
export const captionedImageItem = z.object({
  image: requiredReference('image', { label: 'Image' }),
  title: text({ label: 'Title', max: 60 }),
  caption: longText({ label: 'Caption', max: 130 }),
});

/** A picture that may lead somewhere, such as the logo of a partner. */
export const linkedImageItem = z.object({
  image: requiredReference('image', { label: 'Image' }),
  link: reference('link', { label: 'Link' }),
});

/** A way to start: a picture, a title, and a text with a link. */
export const wayToStartItem = z.object({
  title: text({ label: 'Title', max: 100, required: true }),
  body: longText({ label: 'Body', max: 100 }),
  image: requiredReference('image', { label: 'Image' }),
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Link title', max: 100 }),
});

/** A teaser with a picture and a button. */
export const teaserCardItem = z.object({
  tag: text({ label: 'Tag', max: 120 }),
  title: text({ label: 'Title', max: 100, required: true }),
  body: longText({ label: 'Body', max: 150 }),
  image: requiredReference('image', { label: 'Image' }),
  link: reference('link', { label: 'Link' }),
  linkTitle: text({ label: 'Button title', max: 100 }),
});

const categoryTexts = {
  title: text({ label: 'Title', max: textMaxima.categoryTitle }),
  description: longText({ label: 'Description', max: textMaxima.categoryDescription }),
};

/** A category that always leads somewhere, and says where. */
export const evaluationCategoryItem = withLinkTexts(
  z.object({ ...categoryTexts, link: requiredReference('link', { label: 'Link' }) }),
);

/** An address and nothing else. */
export const urlItem = z.object({ url: url({ label: 'URL', required: true }) });

/** An office or representative; its name comes with the record. */
export const locationItem = z.object({ location: requiredReference('location', { label: 'Location' }) });

/** An additional button: its label and target. */
export const buttonItem = z.object({
  id: itemId(),
  label: text({ label: 'Label', required: true }),
  action: requiredReference('link', { label: 'Action' }),
});
