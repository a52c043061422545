import { describe, expect, it } from 'vitest';
import { formHref, readFormAddress } from './form-address.ts';
import { ownAddress } from './success-url.ts';

const read = (href: string) => readFormAddress(new URL(href, 'https://www.example.com'));

describe('the address of a form', () => {
  const address = {
    formId: 3,
    version: 4,
    locale: 'de',
    successUrl: '/de/danke?a=1&b=2',
    page: '/de/kontakt',
  } as const;

  it('says what its page knows, and is read again', () => {
    expect(read(formHref(address))).toEqual({ step: 'send', address });
    expect(read(formHref(address, 'challenge'))).toEqual({ step: 'challenge', address });
  });

  it('is read below the name of a function as well', () => {
    expect(read('/submit-form/3?version=4')?.address).toMatchObject({ formId: 3, version: 4, locale: 'en' });
  });

  it('ignores malformed parameters', () => {
    expect(read('/forms/3?version=x&locale=xx&page=//evil.example&success=')?.address).toEqual({
      formId: 3,
      version: 2_147_483_647,
      locale: 'en',
      successUrl: null,
      page: null,
    });
    for (const path of ['/forms/', '/forms/0', '/forms/x', '/forms/3/other', '/forms/3.5'])
      expect(read(path)).toBeNull();
  });
});

describe('where a visitor is taken', () => {
  const origins = ['https://www.example.com', 'http://localhost:4321'];

  it.each([
    ['/thanks', '/thanks'],
    ['/de/danke?form=1#top', '/de/danke?form=1#top'],
    ['https://www.example.com/thanks', 'https://www.example.com/thanks'],
    ['http://localhost:4321/thanks', 'http://localhost:4321/thanks'],
  ])('may be %s', (url, expected) => {
    expect(ownAddress(url, origins)).toBe(expected);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'https://www.example.com.evil.example/',
    'https://user@www.example.com/',
    'javascript:alert(1)',
    'thanks',
    '#thanks',
    'http://[',
    '',
  ])('is never %s', (url) => {
    expect(ownAddress(url, origins)).toBeNull();
  });
});
