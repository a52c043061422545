import { getListItems } from '#view-model/list-results.ts';
import type { ArticleTeaser, EventTeaser, Job, Tag } from '#view-model/resolved.ts';
import { readList } from '#content/reading/read-list.ts';
import { type Reading, organizationData } from '#content/reading/reading.ts';
import type { Screen } from './screen.ts';

/** Everything that there is: lists are narrowed down where they are read. */
const limit = 1000;

type Section = 'newsroom' | 'career';
type ArticlesOf = { category: Section; type: ArticleTeaser['type'] | null };

async function articles(of: ArticlesOf, reading: Reading): Promise<ArticleTeaser[]> {
  return getListItems('articles', await readList({ list: 'articles', ...of, limit }, reading));
}

export async function readPressScreen(reading: Reading): Promise<Screen> {
  return {
    content: { screen: 'articles', articles: await articles({ category: 'newsroom', type: null }, reading) },
    jsonLd: [],
  };
}

export async function readCareerNewsScreen(reading: Reading): Promise<Screen> {
  return {
    content: { screen: 'articles', articles: await articles({ category: 'career', type: null }, reading) },
    jsonLd: [],
  };
}

export async function readAdHocScreen(reading: Reading): Promise<Screen> {
  return {
    content: {
      screen: 'announcements',
      announcements: await articles({ category: 'newsroom', type: 'ad_hoc' }, reading),
    },
    jsonLd: [],
  };
}

export async function readBlogScreen(reading: Reading): Promise<Screen> {
  const posts = getListItems('posts', await readList({ list: 'posts', tag: null, author: null, limit }, reading));
  const tags = new Map<number, Tag>(posts.flatMap((post) => post.tags.map((tag) => [tag.id, tag] as const)));
  return {
    content: { screen: 'posts', posts, tags: [...tags.values()].toSorted((a, b) => a.id - b.id) },
    jsonLd: [],
  };
}

async function events(category: Section, reading: Reading): Promise<Screen> {
  const [upcoming = [], past = []] = await Promise.all(
    (['upcoming', 'past'] as const).map(async (when): Promise<EventTeaser[]> =>
      getListItems('events', await readList({ list: 'events', category, when, limit }, reading)),
    ),
  );
  return { content: { screen: 'events', upcoming, past }, jsonLd: [] };
}

export function readEventsScreen(reading: Reading): Promise<Screen> {
  return events('newsroom', reading);
}

export function readCareerEventsScreen(reading: Reading): Promise<Screen> {
  return events('career', reading);
}

export async function readStoriesScreen(reading: Reading): Promise<Screen> {
  const stories = getListItems(
    'stories',
    await readList({ list: 'stories', group: null, category: null, limit }, reading),
  );
  return { content: { screen: 'stories', stories }, jsonLd: [] };
}

export async function readJobsScreen(reading: Reading): Promise<Screen> {
  const jobs = getListItems('jobs', await readList({ list: 'jobs', field: null, location: null, limit }, reading));
  return { content: { screen: 'jobs', jobs }, jsonLd: jobs.map((job) => jobPosting(job, reading)) };
}

/** A position as search engines read it. */
function jobPosting(job: Job, reading: Reading): Record<string, unknown> {
  const { context } = reading;
  const origin = context.origins[context.site];
  const organization = organizationData(reading);
  const isPartTime = (job.pensumMin ?? 100) < 100;
  const isFullTime = (job.pensumMax ?? 100) === 100;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: [job.shortDescription, ...job.positions].join(' · '),
    datePosted: job.publishedAt,
    ...(job.closesAt === null ? {} : { validThrough: job.closesAt }),
    employmentType: [...(isFullTime ? ['FULL_TIME'] : []), ...(isPartTime ? ['PART_TIME'] : [])],
    hiringOrganization: organization,
    identifier: { '@type': 'PropertyValue', name: organization.name, value: String(job.id) },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: job.city, addressCountry: job.country },
    },
    ...(job.isRemote
      ? {
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: { '@type': 'Country', name: job.country },
        }
      : {}),
    url: job.directLink ?? `${origin}${context.routePath('career.list') ?? '/'}#job-${job.id}`,
  };
}
