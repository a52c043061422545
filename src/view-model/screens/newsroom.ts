import type { ArticleTeaser, EmployeeStory, EventTeaser, Job, PostTeaser, Tag } from '#view-model/resolved.ts';

/** News by type and year. */
export type ArticlesContent = { screen: 'articles'; articles: readonly ArticleTeaser[] };

/** The blog: its posts and their categories. */
export type PostsContent = { screen: 'posts'; posts: readonly PostTeaser[]; tags: readonly Tag[] };

/** All ad hoc announcements pursuant to art. 53 LR. */
export type AnnouncementsContent = { screen: 'announcements'; announcements: readonly ArticleTeaser[] };

export type EventsContent = { screen: 'events'; upcoming: readonly EventTeaser[]; past: readonly EventTeaser[] };

/** Stories by group and category. */
export type StoriesContent = { screen: 'stories'; stories: readonly EmployeeStory[] };

export type JobsContent = { screen: 'jobs'; jobs: readonly Job[] };

export type NewsroomContent =
  | ArticlesContent
  | PostsContent
  | AnnouncementsContent
  | EventsContent
  | StoriesContent
  | JobsContent;
