import type { ReactNode } from 'react';
import { englishNames } from '#domain/locales.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { describeCount } from '#staff/messages/count.ts';
import type { Publishable } from '#staff/publishing/PublishDialog.tsx';
import { describeReceipt, describePlannedChanges } from '#staff/messages/receipt.ts';
import { takingBack } from '../publishing/taking-back.ts';
import { describeTakingBack } from '#admin/messages/release.ts';

type Plan = ActionOutput<'planRelease'>;
type Receipt = ActionOutput<'publishRelease'>;

/** Publishing a release now. */
export function describePublishingRelease(id: number): Publishable<Plan, Receipt> {
  return {
    title: 'Publish the release',
    wanted: '',
    plan: () => call('planRelease', { id }),
    apply: ({ seen }) => call('publishRelease', { id, seen }),
    mayApply: ({ issues }) => issues.length === 0,
    viewPlan: (plan) => ({
      paused: plan.paused,
      obstacles: plan.issues.map(({ message }) => message),
      sentence: describePlannedChanges(plan.entries, true, plan.pagesAre),
      more: <AllCollisions collisions={plan.collisions} />,
      drawn: { plan, query: `plan=release&id=${id}` },
      entries: plan.entries,
    }),
    viewReceipt: (receipt) => ({
      ...describeReceipt(receipt),
      more: receipt.drafts > 0 ? <p>{describeDrafts(receipt.drafts)}</p> : null,
    }),
  };
}

function describeDrafts(count: number): string {
  return `${describeCount(count, 'page')} ${count === 1 ? 'has a draft' : 'have drafts'} with other changes, which stay as they are: publishing these would take the release's changes back there.`;
}

type CollisionsProps = Pick<Plan, 'collisions'>;

function AllCollisions({ collisions }: CollisionsProps): ReactNode {
  return (
    <>
      <Collisions collisions={collisions.filter(({ isLost }) => !isLost)}>
        Something else was published here since. The release has its way; other changes of these pages and entries stay.
      </Collisions>
      <Collisions collisions={collisions.filter(({ isLost }) => isLost)}>
        This is not on the page any more. What the release has for it is not published; all else is.
      </Collisions>
    </>
  );
}

function Collisions({ collisions, children }: CollisionsProps & { children: ReactNode }): ReactNode {
  if (collisions.length === 0) return null;
  return (
    <div className="ed-warnings">
      <p className="ed-warnings__title">{children}</p>
      <ul className="ed-stored">
        {collisions.map(({ subject, label, locale, live, release, isLost }, index) => (
          <li key={index}>
            {subject} › {label}
            {locale === null ? '' : ` (${englishNames[locale]})`}
            {isLost ? null : (
              <small>
                Live: {live ?? 'nothing'}. Release: {release ?? 'nothing'}
              </small>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Taking a release back as one, which says before what stays as it is. */
export function describeTakingReleaseBack(id: number): Publishable<ActionOutput<'planReleaseBack'>, unknown> {
  return {
    title: 'Take the release back',
    takingBack,
    isGrave: true,
    wanted: '',
    plan: () => call('planReleaseBack', { id }),
    apply: ({ seen }) => call('takeReleaseBack', { id, seen }),
    mayApply: () => true,
    viewPlan: (plan) => ({
      sentence: `${describeTakingBack(plan)} The drafts stay in the release, where you can change them and publish again.`,
      more:
        plan.kept.length === 0 ? null : (
          <div className="ed-warnings">
            <p className="ed-warnings__title">This stays, at least in part</p>
            <ul className="ed-stored">
              {plan.kept.map(({ title, why }, index) => (
                <li key={index}>
                  {title} <small>{why}</small>
                </li>
              ))}
            </ul>
          </div>
        ),
      entries: plan.entries,
    }),
  };
}
