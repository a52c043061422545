import type { ReactNode } from 'react';
import { Island, type Slot } from '#ui/islands/Island.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import { type PanelSlots, TabPanels } from '#ui/tabs/TabPanels.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { manualTabs } from './schema.ts';
import '#ui/primitives/nested.css';
import './manual-tabs.css';

const below: Record<Level, Level> = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 };

/** Sections of which one is shown at a time. Child modules are below the text of their tab. */
export function View({ id, data, slots, context }: ViewProps<typeof manualTabs>): ReactNode {
  const level = innerLevel(data.heading);
  const panels: Record<keyof PanelSlots, Slot> = {};
  for (const [index, tab] of data.tabs.entries()) {
    const inner = slots[tab.id] ?? '';
    const element = (
      <>
        <HeadingAt level={level} className="tab-panels__title" text={tab.title} />
        <RichText className="manual-tabs__body" document={tab.body} level={below[level]} t={context.t} />
        {inner === '' ? null : <div className="manual-tabs__slot nested" dangerouslySetInnerHTML={{ __html: inner }} />}
      </>
    );
    panels[`panel${index}`] = { element };
  }
  return (
    <ModuleSection id={id} type="MANUAL_TABS" data={data} className="manual-tabs" context={context}>
      <Island
        name="TabPanels"
        component={TabPanels}
        id={`module-${id}-island`}
        props={{
          tabs: data.tabs.map((tab) => ({ id: `module-${id}-${tab.id}`, title: tab.title })),
          words: {
            label: data.heading.title || context.t('tabs.panels'),
            back: context.t('tabs.back'),
            forward: context.t('tabs.forward'),
          },
        }}
        slots={panels}
      />
    </ModuleSection>
  );
}
