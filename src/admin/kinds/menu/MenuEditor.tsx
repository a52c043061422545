import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Locale, defaultLocale, englishNames, isLocale } from '#domain/locales.ts';
import { type MenuName, isMenuName } from '#domain/pages/menus.ts';
import { isSiteId, getLocales } from '#domain/sites.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useErrorAt } from '#staff/fields/FieldShell.tsx';
import type { MenuFrame } from '#view-model/menu-items.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { OwnField } from '../../records/own-form.ts';
import { describeLead } from '#admin/messages/menu-lead.ts';
import { MenuLevel } from './MenuLevel.tsx';
import { MenuPreview } from './MenuPreview.tsx';
import { type MenuTree, listLinks } from './menu-tree.ts';
import { useMenuCommands } from './use-menu-commands.ts';
import { useMenuTree } from './use-menu-tree.ts';

/** The items of a menu as a tree, English beside another language, and the header and the footer that they make. */
export default function MenuEditor({ field, path }: OwnField): ReactNode {
  const [siteValue, nameValue]: unknown[] = useWatch({ name: ['site', 'name'] });
  const site = isSiteId(siteValue) ? siteValue : 'main';
  const menu = isMenuName(nameValue) ? nameValue : 'main';
  const others: readonly Locale[] = getLocales(site).filter((locale) => locale !== defaultLocale);
  const [chosen, setChosen] = useState<Locale | null>(null);
  const beside = chosen !== null && others.includes(chosen) ? chosen : (others[0] ?? null);
  const root = useRef<HTMLFieldSetElement>(null);
  const items = useMenuTree(path);
  const links = listLinks(items.tree);
  const english = useCall('previewMenu', { site, locale: defaultLocale, links });
  const there = useCall('previewMenu', { site, locale: beside ?? defaultLocale, links });
  const describeNode = (node: Parameters<typeof describeLead>[0]) =>
    describeLead(node, {
      english: english.value?.leads ?? null,
      beside: beside !== null && there.value ? { locale: beside, leads: there.value.leads } : null,
    });
  const { commands, news } = useMenuCommands({ path, menu, beside, root, wordsOf: describeNode }, items);
  const error = useErrorAt(path);
  return (
    <>
      <fieldset className="ed-list adm-menu-editor" data-field={path} ref={root}>
        <legend className="ed-group__legend">{field.label}</legend>
        {field.help ? <p className="ed-field__help">{field.help}</p> : null}
        <div className="adm-menu-editor__bar">
          {beside === null ? null : (
            <label className="adm-menu-editor__language">
              Language beside English
              <select
                className="ed-input ed-input--select"
                value={beside}
                onChange={({ target: { value } }) => setChosen(isLocale(value) ? value : null)}
              >
                {others.map((locale) => (
                  <option key={locale} value={locale}>
                    {englishNames[locale]}
                  </option>
                ))}
              </select>
            </label>
          )}
          <UndoButton label="Undo" act={items.undo} />
          <UndoButton label="Redo" act={items.redo} />
        </div>
        <MenuLevel level={items.tree} parent={[]} commands={commands} />
        {items.tree.length === 0 ? (
          <p className="ed-screen__empty">This menu has no items yet. Add the first one, and choose where it leads.</p>
        ) : null}
        <div>
          <button type="button" className="ed-button" data-add onClick={() => commands.add([])}>
            Add item
          </button>
        </div>
        {error ? <p className="ed-field__error">{error}</p> : null}
        <p className="ed-unseen" role="status">
          {news}
        </p>
        {english.failure ? <Failure failure={english.failure} /> : null}
      </fieldset>
      <Preview {...{ menu, beside }} tree={items.tree} english={english.value} there={there.value} />
    </>
  );
}

type PreviewProps = {
  menu: MenuName;
  tree: MenuTree;
  beside: Locale | null;
  english: MenuFrame | null;
  there: MenuFrame | null;
};

/** The header and the footer in English, or in the language beside it. */
function Preview({ menu, tree, beside, english, there }: PreviewProps): ReactNode {
  const [shownIn, setShownIn] = useState<'english' | 'beside'>('english');
  const isBeside = shownIn === 'beside' && beside !== null;
  const frame = isBeside ? there : english;
  return (
    <div className="adm-preview-section">
      <div className="adm-preview-section__head">
        <h2 className="ed-builder__heading">Preview</h2>
        {beside === null ? null : (
          <div className="ed-tabs" role="group" aria-label="Language of the preview">
            <button type="button" aria-pressed={!isBeside} onClick={() => setShownIn('english')}>
              English
            </button>
            <button type="button" aria-pressed={isBeside} onClick={() => setShownIn('beside')}>
              {englishNames[beside]}
            </button>
          </div>
        )}
      </div>
      <MenuPreview menu={menu} tree={tree} shown={frame && { locale: isBeside ? beside : defaultLocale, frame }} />
    </div>
  );
}

function UndoButton({ label, act }: { label: string; act: (() => void) | null }): ReactNode {
  return (
    <button
      type="button"
      className="ed-button ed-button--small"
      aria-disabled={act === null ? true : undefined}
      onClick={() => act?.()}
    >
      {label}
    </button>
  );
}
