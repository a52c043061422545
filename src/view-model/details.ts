import type { Author, EmployeeStory, EventTeaser, PostTeaser } from './resolved.ts';
import type { RichText } from '#schema/rich-text.ts';

/** The data of the pages of records. Each links back to the list of its record. */

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
