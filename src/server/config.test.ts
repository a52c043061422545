import path from 'node:path';
import { isMediaHost } from './http/media-host.ts';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig, siteOfHost } from './config.ts';
import { isSameOrigin } from './http/origin-check.ts';

function configOf(environment: Record<string, string>): Config {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.failure.message);
  return config.value;
}

function refusal(environment: Record<string, string>): string {
  const config = readConfig(environment);
  return config.ok ? '' : config.failure.message;
}

describe('the environment', () => {
  it('needs nothing: the embedded database on localhost', () => {
    const config = configOf({ PORT: '', SUPABASE_URL: '' });
    expect(config).toMatchObject({ supabase: null, port: 4321, host: '127.0.0.1' });
    expect(config.origins.automotive).toBe('http://automotive.localhost:4321');
  });

  it('is refused with every variable that is wrong, by name', () => {
    expect(refusal({ PORT: 'many', SUPABASE_URL: 'ftp://x' })).toMatch(/SUPABASE_URL.*PORT|PORT.*SUPABASE_URL/);
    expect(refusal({ PORT: '70000' })).toContain('PORT');
  });

  it('names the keys that go together', () => {
    expect(refusal({ SUPABASE_URL: 'https://x.supabase.co' })).toContain('SUPABASE_SECRET_KEY');
    const keys = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'p', SUPABASE_SECRET_KEY: 's' };
    expect(configOf(keys).supabase).toEqual({ url: 'https://x.supabase.co', publishableKey: 'p', secretKey: 's' });
  });

  it('gives sites their hosts', () => {
    const config = configOf({ SITE_HOSTS: 'main=WWW.example.com, developer=dev.example.com:8443' });
    expect(config.origins.main).toBe('https://www.example.com');
    expect(config.origins.developer).toBe('https://dev.example.com:8443');
    expect(siteOfHost(config, 'www.example.com')).toBe('main');
    expect(siteOfHost(config, 'DEV.example.com:8443')).toBe('developer');
  });

  it.each(['shop=x.example', 'main', 'main=a=b', 'main=https://x.example', 'main=x y', 'main=x:99999'])(
    'refuses the hosts %s',
    (hosts) => {
      expect(refusal({ SITE_HOSTS: hosts })).toContain('SITE_HOSTS');
    },
  );
});

describe('where a copy keeps things', () => {
  const placesOf = (environment: Record<string, string>) => {
    const { dataDirectory, outDirectory } = configOf(environment);
    return [dataDirectory, outDirectory].map((place) => path.relative('.', place));
  };
  it('is .data and dist/sites', () => {
    expect(placesOf({})).toEqual(['.data', 'dist/sites']);
    expect(placesOf({ DATA_DIR: './.data' })).toEqual(['.data', 'dist/sites']);
  });
  it('is all in DATA_DIR for a copy beside another', () => {
    expect(placesOf({ DATA_DIR: 'second' })).toEqual(['second', 'second/sites']);
  });
  it('is in the configured directories', () => {
    expect(placesOf({ DATA_DIR: 'second', OUT_DIR: 'out' })).toEqual(['second', 'out']);
    expect(placesOf({ OUT_DIR: 'out' })).toEqual(['.data', 'out']);
  });
});

describe('mail', () => {
  const hosted = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'p', SUPABASE_SECRET_KEY: 's' };
  it('stays in DATA_DIR beside the embedded database, and is left to a real Supabase', () => {
    expect(configOf({ DATA_DIR: 'second' }).mail).toMatchObject({
      by: 'mailbox',
      directory: path.resolve('second/mailbox'),
    });
    expect(configOf(hosted).mail).toEqual({ by: 'none' });
  });
  it('goes out by the server that is named, beside either', () => {
    const smtp = { SMTP_URL: 'smtps://user:word@mail.example.com', MAIL_FROM: 'Ostrevo <web@example.com>' };
    for (const environment of [smtp, { ...hosted, ...smtp }])
      expect(configOf(environment).mail).toEqual({ by: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM });
  });
  it('is refused in words', () => {
    expect(refusal({ SMTP_URL: 'http://mail.example.com', MAIL_FROM: 'a@b.example' })).toContain(
      'SMTP_URL: has to be smtp',
    );
    expect(refusal({ SMTP_URL: 'smtp://mail.example.com' })).toContain('MAIL_FROM');
    for (const from of ['nobody', 'a@b.example\r\nBcc: x@y.example'])
      expect(refusal({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: from })).toContain('MAIL_FROM: has to be');
  });
});

describe('the site of a host', () => {
  const config = configOf({});
  it.each([
    ['localhost:4321', 'main'],
    ['developer.localhost', 'developer'],
    ['AUTOMOTIVE.localhost.:4321', 'automotive'],
    ['evil.example', null],
    ['localhost.evil.example', null],
    ['', null],
    [null, null],
    ['constructor', null],
  ])('%s is %s', (host, site) => expect(siteOfHost(config, host)).toBe(site));
});

describe('a request that changes something', () => {
  const config = configOf({});
  const post = (headers: Record<string, string>, method = 'POST') =>
    isSameOrigin(
      new Request('http://localhost:4321/_actions/updateModule', {
        method,
        headers: { host: 'localhost:4321', ...headers },
      }),
      config,
    );

  it('comes from one of our own pages', () => {
    expect(post({ origin: 'http://localhost:4321', 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(post({ origin: 'http://localhost:4321', cookie: 'session=1' })).toBe(true);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, by an old browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sibling of our host', { origin: 'http://localhost:4321', 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: 'http://localhost:9999' }],
    ['a host that is none of ours', { host: 'evil.example', origin: 'http://evil.example' }],
    ['nowhere, with cookies', { cookie: 'session=1' }],
  ])('is refused from %s', (_name, headers) => expect(post(headers)).toBe(false));

  it('comes from the page’s protocol and port as well, where hosts are public', () => {
    const behind = configOf({ SITE_HOSTS: 'main=www.example.com,developer=dev.example.com:8443' });
    const isOurs = (host: string, origin: string) =>
      isSameOrigin(new Request('http://localhost:4321/', { method: 'POST', headers: { host, origin } }), behind);
    expect(isOurs('www.example.com', 'https://www.example.com')).toBe(true);
    expect(isOurs('WWW.example.com:443', 'https://www.example.com')).toBe(true);
    expect(isOurs('dev.example.com:8443', 'https://dev.example.com:8443')).toBe(true);
    expect(isOurs('localhost:8080', 'http://localhost:8080')).toBe(true);
    expect(isOurs('www.example.com', 'http://www.example.com')).toBe(false);
    expect(isOurs('www.example.com', 'https://dev.example.com:8443')).toBe(false);
    expect(isOurs('dev.example.com:8443', 'https://dev.example.com')).toBe(false);
    expect(isOurs('localhost:99999', 'http://localhost:99999')).toBe(false);
  });

  it('may come from a program, which has no visitor’s cookies', () => {
    expect(post({})).toBe(true);
  });

  it('is not what reading is', () => {
    expect(post({ origin: 'https://evil.example' }, 'GET')).toBe(true);
  });
});

describe('the host for uploaded files', () => {
  it('has an origin of its own, by https', () => {
    const config = configOf({ SITE_HOSTS: 'main=www.example.com', MEDIA_HOST: 'Media.example.com:8443' });
    expect([config.mediaHost, config.origins.media]).toEqual(['media.example.com', 'https://media.example.com:8443']);
    expect(isMediaHost(config, 'media.example.com.:8443')).toBe(true);
    expect(isMediaHost(config, 'www.example.com')).toBe(false);
    expect(siteOfHost(config, 'media.example.com')).toBeNull();
  });

  it('is none unless it is named', () => {
    const config = configOf({});
    expect([config.mediaHost, config.origins.media, isMediaHost(config, null)]).toEqual([null, undefined, false]);
  });

  it.each(['www.example.com', 'localhost', 'https://media.example.com', 'media.example.com/x', 'a b'])(
    'cannot be %s, which is a site or no host',
    (host) => {
      expect(refusal({ SITE_HOSTS: 'main=www.example.com', MEDIA_HOST: host })).toContain('MEDIA_HOST');
    },
  );
});
