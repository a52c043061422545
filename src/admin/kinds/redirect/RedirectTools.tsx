import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type SiteId, isSiteId, siteIds } from '#domain/sites.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { siteHere } from '#staff/calls/editor-site.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { Trail } from './Trail.tsx';

/** The problems that are shown at once. */
const glance = 5;

/** A tester for addresses, and the redirects that need attention. */
export default function RedirectTools(): ReactNode {
  return (
    <div className="adm-redirects">
      <Tester />
      <Problems />
    </div>
  );
}

function Tester(): ReactNode {
  const [site, setSite] = useState<SiteId>(siteHere() ?? 'main');
  const [address, setAddress] = useState('');
  const [trail, setTrail] = useState<ActionOutput<'testRedirect'> | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const test = async () => {
    const answer = await call('testRedirect', { site, address });
    setTrail(answer.ok ? answer.value : null);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) setSite(answer.value.site);
  };
  return (
    <section className="ed-panel" aria-labelledby="redirect-test">
      <h2 className="ed-builder__heading" id="redirect-test">
        Test an address
      </h2>
      <form
        className="adm-redirects__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <LabeledField label="Site of the address">
          {({ labelId: _, ...ids }) => (
            <select
              {...ids}
              className="ed-input ed-input--select"
              value={site}
              onChange={({ target: { value } }) => {
                if (isSiteId(value)) setSite(value);
              }}
            >
              {siteIds.map((id) => (
                <option key={id} value={id}>
                  {siteNames[id]}
                </option>
              ))}
            </select>
          )}
        </LabeledField>
        <LabeledField label="Address" error={failure?.issues[0]?.message ?? failure?.message}>
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              className="ed-input"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="/old/address or https://…"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </LabeledField>
        <button type="submit" className="ed-button">
          Test
        </button>
      </form>
      <div role="status">{trail ? <Trail trail={trail} /> : null}</div>
    </section>
  );
}

function Problems(): ReactNode {
  const { value } = useCall('findRedirectProblems', undefined);
  const [isWhole, setWhole] = useState(false);
  if (!value || value.total === 0) return null;
  const { problems, total } = value;
  const shown = isWhole ? problems : problems.slice(0, glance);
  return (
    <section className="ed-panel" aria-labelledby="redirect-problems">
      <h2 className="ed-builder__heading" id="redirect-problems">
        {total === 1 ? '1 redirect needs attention' : `${showNumber(total)} redirects need attention`}
      </h2>
      <ul className="adm-list">
        {shown.map(({ id, site, from, message }) => (
          <li key={id}>
            <a href={adminPaths.record('redirect', id)}>{from}</a>
            <small>
              {siteNames[site]} · {message}
            </small>
          </li>
        ))}
      </ul>
      {isWhole || problems.length <= glance ? null : (
        <button type="button" className="ed-button ed-button--small" onClick={() => setWhole(true)}>
          Show {problems.length - glance} more
        </button>
      )}
    </section>
  );
}
