import type { Author, EmployeeStory, EventTeaser, PostTeaser } from './resolved.ts';
import type { RichText } from '#schema/rich-text.ts';

/** What the pages of records show. Each leads back to the list that its record stands in. */

export type PostDetail = PostTeaser & { body: RichText; backHref: string; others: readonly PostTeaser[] };

export type EventDetail = EventTeaser & {
  body: RichText;
  isPast: boolean;
  /** The event as a file for calendars. */
  calendarHref: string;
  backHref: string;
  others: readonly EventTeaser[];
};

export type StoryDetail = EmployeeStory & {
  body: RichText;
  publishedAt: string;
  videoUrl: string | null;
  backHref: string;
  others: readonly EmployeeStory[];
};

/** The posts about a subject, or of a person. */
export type PostsDetail = {
  subject: { kind: 'tag'; name: string } | { kind: 'author'; author: Author };
  posts: readonly PostTeaser[];
  backHref: string;
};
