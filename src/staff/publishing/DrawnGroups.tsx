import { type ReactNode, Suspense, lazy, useState } from 'react';
import { ChangeGroups, type Plan } from './ChangeGroups.tsx';

const DrawnPlan = lazy(() => import('./DrawnPlan.tsx'));

/** In what pages will differ, in words, and each of them before and after where somebody asks to see it. */
export function DrawnGroups({ plan, query }: { plan: Plan; query: string }): ReactNode {
  const [looked, setLooked] = useState<Plan['entries'] | null>(null);
  return (
    <>
      <ChangeGroups
        plan={plan}
        onLook={({ entries }) => setLooked(entries.flatMap((index) => plan.entries[index] ?? []))}
      />
      <Suspense>
        {looked ? <DrawnPlan {...{ query }} entries={looked} onClose={() => setLooked(null)} /> : null}
      </Suspense>
    </>
  );
}
