import { type ReactNode, useEffect, useState } from 'react';
import { type Locale, englishNames, languageCodes } from '#domain/locales.ts';
import type { MenuName } from '#domain/pages/menus.ts';
import { PreviewPane } from '#staff/preview/PreviewPane.tsx';
import { loadTranslate } from '#staff/preview/load-translate.ts';
import { Footer } from '#ui/Footer.tsx';
import { Header } from '#ui/Header.tsx';
import { type MenuFrame, type StoredMenuItem, menuItems } from '#view-model/menu-items.ts';
import type { Translate } from '#view-model/view-props.ts';
import type { MenuTree, Texts } from './menu-tree.ts';

/** In the frame there are styles of pages only. */
const placeOfPage = {
  display: 'grid',
  placeItems: 'center',
  minHeight: '7rem',
  background: 'var(--grey)',
  color: 'var(--anthracite)',
  fontSize: '0.875rem',
} as const;

type Props = {
  menu: MenuName;
  tree: MenuTree;
  shown: { locale: Locale; frame: MenuFrame } | null;
};

/** Header and footer of the site with the items of the form, by the components that pages use. */
export function MenuPreview({ menu, tree, shown }: Props): ReactNode {
  const t = useTranslate(shown?.locale ?? 'en');
  if (!shown || !t) return null;
  const { frame, leads } = shown.frame;
  const own = menuItems(toStored(tree), shown.locale, (link) => leads[link] ?? null);
  const menus = { ...frame.menus, [menu]: own };
  const { siteName, homeHref, searchHref, tagline, copyright, socialLinks } = frame;
  return (
    <PreviewPane label={`Header and footer in ${englishNames[shown.locale]}`} notice={null} isAround>
      <div lang={languageCodes[shown.locale]} className="adm-menu-preview">
        {/* The one banner of this screen is the administration's. */}
        <div className="site-header">
          <Header {...{ siteName, homeHref, searchHref, t }} menu={menus.main} />
        </div>
        {/* An open section of the menu lies over it, and over the footer. */}
        <p lang="en" style={placeOfPage}>
          Here is the page
        </p>
        <Footer {...{ siteName, tagline, copyright, menus, socialLinks, t }} />
      </div>
    </PreviewPane>
  );
}

/** Without the labels that are empty. */
function toStored(tree: MenuTree): StoredMenuItem[] {
  return tree.map(({ id, label, description, link, children }) => ({
    id,
    label: written(label),
    description: written(description ?? {}),
    link,
    children: toStored(children),
  }));
}

function written(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function useTranslate(locale: Locale): Translate | null {
  const [loaded, setLoaded] = useState<{ t: Translate } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadTranslate(locale).then((t) => {
      if (isCurrent) setLoaded({ t });
    });
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return loaded?.t ?? null;
}
