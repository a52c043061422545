import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defaultLocale, languageCodes } from '#domain/locales.ts';
import { emptyRecord } from '#domain/objects.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { BrokenNotice } from './BrokenNotice.tsx';
import { EmptyNotice } from './EmptyNotice.tsx';
import { getMount } from './mounts.ts';
import type { DraftModule } from './placed.ts';

/** Modules in their order, each with its child modules in its slots. */
export function Modules({ modules, context }: { modules: readonly DraftModule[]; context: ViewContext }): ReactNode {
  return modules.map((module) => {
    if ('problems' in module) return <BrokenNotice key={module.id} module={module} />;
    const { id, type, data, lists, children, fallback, waitsFor } = module;
    if (waitsFor !== undefined) return <EmptyNotice key={id} id={id} type={type} waitsFor={waitsFor} />;
    const slots = emptyRecord<string>();
    for (const [slot, inner] of Object.entries(children)) {
      slots[slot] = renderToStaticMarkup(<Modules modules={inner} context={context} />);
    }
    // What lists answer is in the language of the page.
    const isEnglish = fallback && Object.keys(lists).length === 0;
    // The reader has resolved the data by the schema of the type that the view is made for.
    return createElement(getMount(type), {
      key: id,
      id,
      data,
      lists,
      slots,
      context: isEnglish ? { ...context, textLanguage: languageCodes[defaultLocale] } : context,
    });
  });
}
