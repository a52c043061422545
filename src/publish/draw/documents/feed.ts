import type { Feed } from '#content/reading/feeds.ts';
import { escapeXml } from './xml.ts';

/** The RSS 2.0 feed of a site in one locale. */
export function renderFeed(feed: Feed): string {
  const items = feed.items.map((item) =>
    [
      '<item>',
      `<title>${escapeXml(item.title)}</title>`,
      `<link>${escapeXml(item.url)}</link>`,
      `<guid isPermaLink="false">${escapeXml(item.id)}</guid>`,
      `<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>`,
      `<description>${escapeXml(item.description)}</description>`,
      '</item>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(feed.title)}</title>`,
    `<link>${escapeXml(feed.homeUrl)}</link>`,
    `<atom:link href="${escapeXml(feed.url)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeXml(feed.description)}</description>`,
    `<language>${feed.language}</language>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}
