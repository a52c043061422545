import { z } from 'zod';
import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { formsPath } from '#domain/addresses/places.ts';

/** The address that a form is sent to, with the version and language that the visitor sees. */
export type FormAddress = {
  formId: number;
  version: number;
  locale: Locale;
  /** Where the editor wants the visitor taken after sending; null for a page that says thanks. */
  successUrl: string | null;
  /** The path of the page with the form. */
  page: string | null;
};

/** A parsed request to a form's address. */
const formSteps = ['send', 'challenge', 'sent'] as const;
type FormStep = (typeof formSteps)[number];

/** Of an address that names no version: the latest. */
export const anyFormVersion = 2_147_483_647;

const query = z.object({
  version: z.coerce.number().int().min(0).max(anyFormVersion).catch(anyFormVersion),
  locale: z.enum(locales).catch(defaultLocale),
  success: z.string().min(1).max(2000).nullable().catch(null),
  page: z
    .string()
    .regex(/^\/(?![/\\])/)
    .max(2000)
    .nullable()
    .catch(null),
});

/** Reads the path and query of a form's address, below any prefix before `/forms`; null where there is no form. */
export function readFormAddress(url: URL): { step: FormStep; address: FormAddress } | null {
  const match = /\/([1-9]\d{0,14})(?:\/(challenge|sent))?\/?$/.exec(url.pathname);
  if (!match) return null;
  const { searchParams } = url;
  const { success, ...rest } = query.parse(
    Object.fromEntries(['version', 'locale', 'success', 'page'].map((name) => [name, searchParams.get(name)])),
  );
  const step = formSteps.find((name) => name === match[2]) ?? 'send';
  return { step, address: { formId: Number(match[1]), successUrl: success, ...rest } };
}

/** A form's address as a page links to it. */
export function formHref({ formId, version, locale, successUrl, page }: FormAddress, step: FormStep = 'send'): string {
  const parameters = new URLSearchParams({ version: String(version), locale });
  if (successUrl) parameters.set('success', successUrl);
  if (page) parameters.set('page', page);
  return `${formsPath}/${formId}${step === 'send' ? '' : `/${step}`}?${parameters}`;
}
