import type { ReactNode } from 'react';
import { languageName } from '#domain/locales.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { choicesByName } from '../../lists/choices.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { Day, formatSize } from '../../primitives/dates.tsx';
import { fileEnding } from '../../primitives/file-ending.ts';
import { Icon } from '../../primitives/icons.tsx';
import { preventTermBreaks } from '../../primitives/prevent-breaks.ts';
import type { DownloadsContent } from '#view-model/screens/downloads.ts';

type Download = DownloadsContent['downloads'][number];

/** The documents of all products, type by type. */
export function DownloadsScreen({ downloads, context }: DownloadsContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  if (downloads.length === 0) return <p className="downloads downloads__empty">{t('documents.empty')}</p>;
  const groups = [...Map.groupBy(downloads, ({ document }) => document.typeLabel)];
  const products = new Map(downloads.flatMap(({ products: owners }) => owners.map(({ slug, name }) => [slug, name])));
  const languages = [...new Set(downloads.map(({ language }) => language))];
  return (
    <section className="downloads" aria-label={t('downloadCentre.title')}>
      <NarrowList
        id="downloads"
        filters={[
          { name: 'q', as: 'search', label: t('downloadCentre.search'), all: '', options: [] },
          {
            name: 'product',
            as: 'select',
            label: t('downloadCentre.product'),
            all: t('downloadCentre.allProducts'),
            options: choicesByName(products, context.locale),
          },
          {
            name: 'type',
            as: 'select',
            label: t('document.type'),
            all: t('downloadCentre.allTypes'),
            options: groups.map(([type]) => ({ value: type, label: t(`documents.categories.${type}`) })),
          },
          {
            name: 'language',
            as: 'select',
            label: t('downloadCentre.language'),
            all: t('downloadCentre.allLanguages'),
            options: languages.map((value) => ({ value, label: languageName(value, context.locale) })),
          },
        ]}
        total={downloads.length}
        shown={t('downloadCentre.shown', { shown: '%s', total: downloads.length })}
        none={t('documents.empty')}
        t={t}
        list={<Groups groups={groups} context={context} />}
      />
    </section>
  );
}

type GroupsProps = { groups: readonly (readonly [string, readonly Download[]])[]; context: ViewContext };

function Groups({ groups, context }: GroupsProps): ReactNode {
  const { t } = context;
  return groups.map(([type, downloads]) => (
    <section key={type} id={type} className="downloads__group" data-part="">
      <h2 className="downloads__type">{t(`documents.categories.${type}`)}</h2>
      <ul className="downloads__list">
        {downloads.map((download) => (
          <Row key={download.document.id} {...download} context={context} />
        ))}
      </ul>
    </section>
  ));
}

function Row({ document, language, products, context }: Download & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  const { title, href, contentDate, size, typeLabel } = document;
  return (
    <li
      className="downloads__row"
      data-item=""
      data-product={products.map(({ slug }) => slug).join(' ')}
      data-type={typeLabel}
      data-language={language}
    >
      {href === null ? (
        <span className="downloads__name">{preventTermBreaks(title)}</span>
      ) : (
        <a className="downloads__name" href={href}>
          {preventTermBreaks(title)}
          {'\u00a0'}
          <Icon name="download" />
          <span className="visually-hidden"> ({t('link.download')})</span>
        </a>
      )}
      <span className="downloads__products">
        {products.map((product, index) => (
          <span key={product.slug}>
            {index === 0 ? null : ', '}
            {product.href === null ? product.name : <a href={product.href}>{product.name}</a>}
          </span>
        ))}
      </span>
      <span className="downloads__language">{languageName(language, locale)}</span>
      <span className="downloads__date">
        <Day iso={contentDate} locale={locale} />
      </span>
      <span className="downloads__size">
        {href === null
          ? t('document.onRequest')
          : [fileEnding(href), size === null ? '' : formatSize(size, locale)].filter((part) => part !== '').join(', ')}
      </span>
    </li>
  );
}
