#!/usr/bin/env bash
# feedsmith 3.0.1 leaves titles that are given as strings out of an Atom feed, of the feed and of its entries, without an error. RFC 4287
# (4.1.1, 4.1.2) requires both, so readers show nothing. Its RSS takes the same strings.
# Seen: "atom: 0 titles; rss: 2 titles".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund feedsmith@3.0.1
cat > read.mjs <<'JS'
import { generateAtomFeed, generateRssFeed } from 'feedsmith';

const count = (feed) => `${feed.match(/<title/g)?.length ?? 0} titles`;
const updated = new Date('2026-11-29T00:00:00Z');
const atom = generateAtomFeed({
  id: 'urn:uuid:6f1c1f0e-5b0a-4a52-9c3e-1f6a3a0f7d11',
  title: 'News',
  updated,
  entries: [{ id: 'urn:uuid:0d9f7a5e-3f5b-4b8e-8a35-2f0b7f1c9e22', title: 'A new sensor', updated }],
});
const rss = generateRssFeed({
  title: 'News',
  link: 'https://www.example.com/news',
  description: 'News',
  items: [{ title: 'A new sensor', link: 'https://www.example.com/news/a', pubDate: updated }],
});
console.log(`atom: ${count(atom)}; rss: ${count(rss)}`);
JS
seen=$(node read.mjs)
echo "feedsmith 3.0.1: $seen"
[ "$seen" = 'atom: 0 titles; rss: 2 titles' ]
