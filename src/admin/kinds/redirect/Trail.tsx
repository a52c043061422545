import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type TrailEnd, trailProblem } from '#domain/redirects/redirect-trail.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

type AddressTest = ActionOutput<'testRedirect'>;

const statusLabels: Readonly<Record<number, string>> = {
  301: 'moved for good',
  302: 'moved for a while',
  410: 'gone',
};

function describeEnd({ kind, href }: TrailEnd, steps: number): string {
  const count = steps === 1 ? '1 step' : `${steps} steps`;
  switch (kind) {
    case 'page':
      return steps === 0 ? `There is a page at ${href}.` : `Arrives at ${href} in ${count}. The page is there.`;
    case 'elsewhere':
      return `Leads to another website in ${count}: ${href}. Whether it is there is not checked.`;
    case 'gone':
      return 'Visitors and search engines are told that the page is gone (410).';
    case 'missing':
      return steps === 0
        ? 'There is neither a page nor a redirect for it: visitors see “not found”.'
        : 'The target is not there.';
    case 'open':
      return `Leads to ${href} in ${count}. Whether a page is there differs from address to address: test one above the list.`;
    case 'circle':
    case 'long':
      return 'Visitors never arrive.';
  }
}

/** Where an address leads: each step with the redirect that makes it, the end, and what to mend. */
export function Trail({ trail, startsHere = false }: { trail: AddressTest; startsHere?: boolean }): ReactNode {
  const { steps, end, notes } = trail;
  // A page that no redirect covers is as it should be.
  const problem = steps.length === 0 ? null : trailProblem(trail);
  return (
    <div className="adm-trail">
      {steps.length === 0 ? null : (
        <ol className="adm-trail__steps">
          {steps.map(({ from, to, status, id, source }, index) => (
            <li key={from}>
              <span>
                {from} → {to ?? 'nowhere'}
              </span>
              <small>
                {status}, {statusLabels[status] ?? 'moved'}
                {' · '}
                {source === null || (startsHere && index === 0) ? null : `by ${source} · `}
                {startsHere && index === 0 ? (
                  'this redirect'
                ) : id === null ? (
                  'an earlier address of a record'
                ) : (
                  <a href={adminPaths.record('redirect', id)}>Edit this redirect</a>
                )}
              </small>
            </li>
          ))}
        </ol>
      )}
      {problem !== null && isWrong(end) ? null : <p className="adm-trail__end">{describeEnd(end, steps.length)}</p>}
      {end.reasons.map((reason) => (
        <p key={reason} className="adm-trail__end">
          {reason}
        </p>
      ))}
      {problem ? <p className="adm-trail__problem">{problem}</p> : null}
      {notes.map((note) => (
        <p key={note} className="adm-trail__end">
          {note}
        </p>
      ))}
    </div>
  );
}

/** Whether what is wrong says where it ends. */
function isWrong({ kind }: TrailEnd): boolean {
  return kind === 'circle' || kind === 'long' || kind === 'missing';
}
