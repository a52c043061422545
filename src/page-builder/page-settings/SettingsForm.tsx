import { type ReactNode, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { withLocale } from '#domain/sites.ts';
import type { Values } from '#schema/editor-fields.ts';
import { pageSettingsSchema } from '#schema/page-settings.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { FormFoot } from '../dialog/FormFoot.tsx';
import { PaneSwitch } from '#staff/controls/PaneSwitch.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { useModuleSave } from '../dialog/use-module-save.ts';
import { useVersionedForm } from '../dialog/use-versioned-form.ts';
import { focusModuleLater } from '../focus-module.ts';
import { useLeaveQuestion } from '#staff/dialog/use-leave-question.tsx';
import { useFieldOfAddress } from '../places/lead-to-field.ts';
import { closeSettings, openHistory, useEditorQuery } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { useTemplate } from '../sections/use-template.tsx';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import { labels } from '#staff/messages/labels.ts';
import { AboutPage } from './AboutPage.tsx';
import { SettingsFields } from './SettingsFields.tsx';
import { SettingsPreview } from './SettingsPreview.tsx';
import { SettingsDialogs } from './SettingsDialogs.tsx';

type Props = { state: EditorState; opened: ActionOutput<'openPageSettings'> };

/** The form of a page's settings, with what is made of them elsewhere beside it. They are saved into the draft, as modules are. */
export function SettingsForm({ state, opened }: Props): ReactNode {
  const { pageId, site, staff } = state;
  const element = useRef<HTMLFormElement>(null);
  const [locale, setLocale] = useState<Locale>(state.locale);
  const [isPreviewing, setPreviewing] = useState(false);
  const edit = useVersionedForm({
    schema: pageSettingsSchema,
    stored: { version: opened.version, data: opened.settings },
    key: ['unsaved-settings', site, pageId, staff.email].join(':'),
  });
  const { form, fields, base } = edit;
  const { isDirty } = form.formState;
  const saving = useModuleSave({
    edit,
    element,
    save: (payload, version) =>
      call('savePageSettings', { pageId, payload, version, fromParent: getParent(base.values) }),
    onSaved: () => showSaved(state, form.getValues()),
    onInvalid: () => {
      setPreviewing(false);
      setLocale(localeInError(form.formState.errors) ?? locale);
    },
  });
  useSaveKey(element, () => void saving.submit());
  useFieldOfAddress(useEditorQuery().field);

  const isUnsaved = isDirty && !saving.isDone;
  const { ask, question } = useLeaveQuestion(
    isUnsaved,
    edit.forget,
    'What you changed in these settings has not been saved.',
  );
  const leaveTo = (go: () => void) => {
    if (saving.isBusy) return;
    if (isDirty) ask(go);
    else go();
  };
  const askToClose = () => leaveTo(closeSettings);
  const template = useTemplate(pageId, titleIn(opened.settings.locales, state.locale));

  return (
    <Dialog title={labels.pageSettings} size="full" onClose={askToClose}>
      <PaneSwitch isPreviewing={isPreviewing} onSwitch={setPreviewing} />
      <div className={isPreviewing ? 'ed-split ed-split--preview' : 'ed-split'}>
        <FormProvider {...form}>
          <form
            ref={element}
            className="ed-edit"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void saving.submit();
            }}
          >
            <div className="ed-edit__head">
              <span className="ed-edit__locale">Part of the draft: visitors see it when the page is published</span>
            </div>
            <SettingsFields
              {...{ opened, fields, locale }}
              onLocale={setLocale}
              about={
                <AboutPage
                  {...{ opened, announcement: template.announcement }}
                  onHistory={() => leaveTo(openHistory)}
                  onTemplate={template.ask}
                />
              }
            />
            <FormFoot {...{ locale: state.locale, isDirty, saving }} onCancel={askToClose} />
          </form>
          <SettingsPreview {...{ opened, locale }} />
        </FormProvider>
      </div>
      {question}
      <SettingsDialogs edit={edit} saving={saving} />
      {template.dialog}
    </Dialog>
  );
}

function titleIn(locales: Props['opened']['settings']['locales'], locale: Locale): string {
  return (locales[locale] ?? locales[defaultLocale])?.title ?? '';
}

function getParent({ parentId }: Values): number | null {
  return typeof parentId === 'number' ? parentId : null;
}

/** The language in which there is something to complete. */
function localeInError(errors: unknown): Locale | null {
  const inLocales = valueAt(errors, ['locales']);
  const [first] = typeof inLocales === 'object' && inLocales !== null ? Object.keys(inLocales) : [];
  return (first as Locale | undefined) ?? null;
}

/** The draft with its new settings; at another address it is opened there. */
async function showSaved({ locale, paths, steps }: EditorState, saved: Values): Promise<void> {
  focusModuleLater(null, { control: null, announcement: 'Page settings saved.', since: steps.undo?.id ?? null });
  const path = valueAt(saved, ['locales', locale, 'path']);
  const address = typeof path === 'string' ? withLocale(locale, path.trim().normalize('NFC')) : null;
  if (address === null || decodeURI(paths[locale] ?? '') === address) return refreshDraft();
  location.assign(`${encodeURI(address)}?draft=true`);
}
