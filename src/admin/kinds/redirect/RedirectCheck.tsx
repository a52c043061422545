import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { isLocale } from '#domain/locales.ts';
import { isSiteId } from '#domain/sites.ts';
import type { ActionInput } from '#staff/calls/api.ts';
import type { RecordId } from '#view-model/records.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { useSettled } from '../../use-settled.ts';
import { Trail } from './Trail.tsx';

type Asked = ActionInput<'testRedirect'>;

/** Where the redirect leads as it is in the form: its steps, circles, and whether the target is there. */
export default function RedirectCheck({ id }: { id: RecordId | null }): ReactNode {
  const values: unknown[] = useWatch({ name: ['site', 'from_path', 'to_path', 'page', 'locale', 'status'] });
  const asked = useSettled(JSON.stringify(parseAsked(id, values)));
  const question: Asked | null = JSON.parse(asked);
  return (
    <section className="ed-panel" aria-labelledby="redirect-check">
      <h2 className="ed-builder__heading" id="redirect-check">
        Where it leads
      </h2>
      <div role="status">
        {question ? (
          <Answer question={question} />
        ) : (
          <p className="ed-table__quiet">Write the old address and choose a site and a target: it is tested here.</p>
        )}
      </div>
    </section>
  );
}

function parseAsked(id: RecordId | null, [site, from, to, page, locale, status]: readonly unknown[]): Asked | null {
  const code = Number(status);
  const hasTarget = (typeof to === 'string' && to.trim() !== '') || typeof page === 'number' || code === 410;
  if (!isSiteId(site) || typeof from !== 'string' || !from.startsWith('/') || !hasTarget) return null;
  return {
    site,
    address: from,
    draft: {
      id: typeof id === 'number' ? id : null,
      from_path: from,
      to_path: typeof to === 'string' && to.trim() !== '' ? to.trim() : null,
      page: typeof page === 'number' ? page : null,
      locale: isLocale(locale) ? locale : null,
      status: code === 302 ? 302 : code === 410 ? 410 : 301,
    },
  };
}

function Answer({ question }: { question: Asked }): ReactNode {
  const { value, failure } = useCall('testRedirect', question);
  if (failure) return <p className="adm-trail__end adm-trail__end--wrong">{failure.message}</p>;
  if (!value) return <p className="ed-table__quiet">Looking …</p>;
  const { steps, end } = value;
  // The page at the old address would be shown in place of the redirect.
  if (steps.length === 0 && end.kind === 'page') {
    return (
      <p className="adm-trail__end adm-trail__end--wrong">
        There is a page at {end.href}, which comes first: the redirect would do nothing. Choose another old address, or
        move the page.
      </p>
    );
  }
  return <Trail trail={value} startsHere />;
}
