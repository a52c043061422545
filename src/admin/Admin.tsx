import '#schema/without-eval.ts';
import { type ReactNode, lazy, useState } from 'react';
import { isTargetLocale } from '#domain/locales.ts';
import { isKindName, isListedKind } from '#kinds/registry.ts';
import { offerCreator } from '#staff/picker/creators.ts';
import { AdminShell } from './AdminShell.tsx';
import { Grants } from './shell/use-may.ts';
import type { AdminState } from './admin-state.ts';

const AuditScreen = lazy(() => import('./audit/AuditScreen.tsx'));
const Home = lazy(() => import('./home/Home.tsx'));
const RecordList = lazy(() => import('./records/RecordList.tsx'));
const RecordScreen = lazy(() => import('./records/RecordScreen.tsx'));
const ReleaseList = lazy(() => import('./releases/ReleaseList.tsx'));
const ReleaseScreen = lazy(() => import('./releases/ReleaseScreen.tsx'));
const FormsList = lazy(() => import('./forms/FormsList.tsx'));
const Inbox = lazy(() => import('./forms/Inbox.tsx'));
const FormScreen = lazy(() => import('./forms/FormScreen.tsx'));
const MissingScreen = lazy(() => import('./missing/MissingScreen.tsx'));
const PagesScreen = lazy(() => import('./pages/PagesScreen.tsx'));
const PeopleScreen = lazy(() => import('./people/PeopleScreen.tsx'));
const TranslationsScreen = lazy(() => import('./translations/TranslationsScreen.tsx'));
const DeskScreen = lazy(() => import('./translations/DeskScreen.tsx'));
const PublishingScreen = lazy(() => import('./publishing/PublishingScreen.tsx'));
const PublishScreen = lazy(() => import('./publishing/PublishScreen.tsx'));

// As on drafts: pickers make what is missing.
offerCreator('link', { label: 'New link', Form: lazy(() => import('#staff/form/AddLink.tsx')) });

/** The editor's own screens. Each is loaded when it is opened. */
export function Admin({ state: opened }: { state: AdminState }): ReactNode {
  const [paused, setPaused] = useState(opened.paused);
  const state = { ...opened, paused };
  return (
    <Grants value={state.staff.grants}>
      <AdminShell state={state}>
        <Screen {...state} onPaused={setPaused} />
      </AdminShell>
    </Grants>
  );
}

type ScreenProps = AdminState & { onPaused: (paused: AdminState['paused']) => void };

function Screen({ screen, onPaused, ...rest }: ScreenProps): ReactNode {
  switch (screen.name) {
    case 'home':
      return <Home paused={rest.paused} />;
    case 'records':
      return isListedKind(screen.kind) ? <RecordList kind={screen.kind} /> : null;
    case 'record':
      return isListedKind(screen.kind) ? <RecordScreen kind={screen.kind} id={screen.id} /> : null;
    case 'forms':
      return <FormsList />;
    case 'form':
      return <FormScreen id={screen.id} site={rest.site} />;
    case 'submissions':
      return <Inbox formId={screen.formId} staff={rest.staff} />;
    case 'pages':
      return <PagesScreen site={rest.site} />;
    case 'people':
      return <PeopleScreen staff={rest.staff} />;
    case 'audit':
      return <AuditScreen />;
    case 'translations':
      return <TranslationsScreen site={rest.site} />;
    case 'translation':
      return isKindName(screen.kind) && isTargetLocale(screen.locale) ? (
        <DeskScreen kind={screen.kind} id={screen.id} locale={screen.locale} />
      ) : null;
    case 'releases':
      return <ReleaseList />;
    case 'release':
      return <ReleaseScreen id={screen.id} />;
    case 'publishes':
      return <PublishingScreen site={rest.site} staff={rest.staff} onPaused={onPaused} />;
    case 'publish':
      return <PublishScreen id={screen.receiptId} />;
    case 'missing':
      return <MissingScreen />;
  }
}
