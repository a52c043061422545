import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { Picker } from '#staff/picker/Picker.tsx';
import { useRecords } from '#staff/picker/records.ts';

type Props = { link: number | null; text: string; onChange: (link: number | null) => void };
type Way = 'page' | 'address' | 'link';

const ways = [
  ['page', 'A page'],
  ['address', 'An address'],
  ['link', 'A link that is there'],
] as const;

const equalLink = z.object({ existing: z.object({ id: z.int() }) });

/** Where an item leads: a page, an address, or a link that there is already. */
export function MenuTarget({ link, text, onChange }: Props): ReactNode {
  const [way, setWay] = useState<Way | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const [record] = useRecords('link', link === null ? [] : [link]);
  const closeAfter = (change: () => void) =>
    focusAfter(
      () => {
        change();
        setWay(null);
      },
      () => root.current?.querySelector<HTMLElement>('button') ?? null,
    );
  const close = () => closeAfter(() => undefined);
  const choose = (id: number | null) =>
    closeAfter(() => {
      onChange(id);
      setFailure(null);
    });
  /** A link that leads there already is used again. */
  const leadTo = async (destination: { page: number } | { url: string }) => {
    const isElsewhere = 'url' in destination && !destination.url.startsWith('/');
    const linkType = isElsewhere ? 'external' : 'internal';
    const answer = await call('addLink', { linkType, text: text || 'Menu', target: 'auto', ...destination });
    if (answer.ok) return choose(answer.value.id);
    const equal = answer.failure.code === 'conflict' ? equalLink.safeParse(answer.failure.detail) : null;
    if (equal?.success) return choose(equal.data.existing.id);
    const [issue] = answer.failure.issues;
    setFailure({ ...answer.failure, message: issue?.message ?? answer.failure.message });
  };
  return (
    <fieldset className="adm-target" ref={root}>
      <legend className="ed-field__label">Leads to</legend>
      <p className="ed-table__quiet">
        {link === null ? 'Nothing yet' : record === null ? 'A link that was deleted' : (record?.title ?? '…')}
        {record?.detail ? ` · ${record.detail}` : ''}
      </p>
      <div className="adm-target__ways">
        {ways.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="ed-button ed-button--small"
            aria-expanded={way === name}
            onClick={() => setWay(way === name ? null : name)}
          >
            {label}
          </button>
        ))}
        {link === null ? null : (
          <>
            <a className="ed-button ed-button--small ed-button--quiet" href={adminPaths.record('link', link)}>
              Edit the link
            </a>
            <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => choose(null)}>
              Clear
            </button>
          </>
        )}
      </div>
      {failure ? <Failure failure={failure} /> : null}
      {way === 'address' ? <Address onUse={(url) => void leadTo({ url })} /> : null}
      {way === 'page' ? (
        <Picker kind="page" chosen={[]} onClose={close} onPick={(page) => void leadTo({ page })} />
      ) : null}
      {way === 'link' ? (
        <Picker kind="link" chosen={link === null ? [] : [link]} onClose={close} onPick={choose} />
      ) : null}
    </fieldset>
  );
}

function Address({ onUse }: { onUse: (url: string) => void }): ReactNode {
  const [url, setUrl] = useState('');
  const button = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <LabeledField label="Address" help="A path of the site such as /products, or https://, mailto: or tel:">
      {({ labelId: _, ...ids }) => (
        <div className="adm-target__address">
          <input
            {...ids}
            className="ed-input"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            ref={input}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              document.getElementById(button)?.click();
            }}
          />
          <button id={button} type="button" className="ed-button" onClick={() => onUse(url.trim())}>
            Use this address
          </button>
        </div>
      )}
    </LabeledField>
  );
}
