import { describe, expect, it } from 'vitest';
import { type EndpointName, findEndpoint } from './find-endpoint.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';

const of = (address: string, site: SiteId = 'main') => findEndpoint(new URL(address, 'http://localhost'), site);

describe('an address of a site', () => {
  it.each<[address: string, name: EndpointName]>([
    ['/_search?query=sensor', 'search'],
    ['/_actions/addImage', 'upload'],
    ['/_actions/uploadMedium', 'mediumUpload'],
    ['/_actions/replaceMedium', 'mediumUpload'],
    ['/_actions/sendPart', 'mediumUpload'],
    ['/_actions/checkSheet', 'sheet'],
    ['/_actions/updateModule', 'action'],
    ['/_actions/addImage/', 'action'],
    ['/forms/3/challenge', 'form'],
    ['/login', 'login'],
    ['/de/login/reset/', 'login'],
    ['/jp/login/session', 'loginSession'],
    ['/dev/mailbox', 'mailbox'],
    ['/admin', 'admin'],
    ['/admin/forms/3', 'admin'],
    ['/editor/modules', 'gallery'],
    ['/media/a.webp', 'media'],
    ['/products?draft=true', 'draft'],
    ['/products?release=12', 'release'],
    ['/products?draft=true&release=12', 'release'],
    ['/products?release=spring', 'published'],
    ['/_preview', 'shared'],
    ['/de/_preview', 'published'],
    ['/search?query=sensor', 'searchPage'],
    ['/de/suche?q=sensor', 'searchPage'],
    ['/', 'published'],
    ['/search', 'published'],
    ['/forms', 'published'],
    ['/administration', 'published'],
    ['/kr/login', 'published'],
    ['/products?draft=false', 'published'],
    ['/_astro/a.js', 'published'],
    ['/%E0%A4%A', 'published'],
  ])('%s is for %s', (address, name) => {
    expect(of(address)).toBe(name);
  });

  it('is judged by the locales and routes of its site', () => {
    expect(of('/kr/login', 'automotive')).toBe('login');
    expect(of('/de/login', 'automotive')).toBe('published');
  });

  it('has one meaning with and without a draft where it is no page', () => {
    for (const address of ['/_search', '/_actions/addImage', '/forms/3', '/login', '/admin', '/media/a.webp']) {
      for (const site of siteIds) expect(of(`${address}?draft=true`, site), address).toBe(of(address, site));
    }
    expect(of('/search?query=sensor&draft=true')).toBe('draft');
  });
});
