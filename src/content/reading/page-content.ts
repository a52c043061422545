import type { RouteKey } from '#domain/addresses/routes.ts';
import type { PagedKind } from '#kinds/places.ts';
import type { Failure, Issue } from '#domain/result.ts';
import type { DraftModule } from '#modules/placed.ts';
import type { RecordContent } from '#kinds/own-pages.ts';
import type { Frame } from '#view-model/frame.ts';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';
import type { PageRow } from '#kinds/page/shapes.ts';

/** The target of an address: a page, the page of a record, or none. */
export type PageTarget = { kind: 'page' | PagedKind; ref: number } | { kind: 'not_found' };

export type PageContent =
  | {
      kind: 'page';
      id: number;
      frame: Frame;
      template: PageRow['template'];
      isEditable: boolean;
      route: RouteKey | null;
      modules: readonly DraftModule[];
      /** The content of the page's route, below its modules. */
      screen: ScreenContent | null;
    }
  | RecordContent
  | { kind: 'not_found'; frame: Frame };

/** An error in a page's content, with its module and field. */
export type ContentIssue = { module: number | null; type: string | null; issue: Issue };

/** Where a page's content fails its schema; travels in a `Failure`'s detail to the receipt. */
export function toFailure(issues: readonly ContentIssue[]): Failure {
  const first = issues[0];
  const place = first?.module
    ? `module ${first.module} (${first.type}), field ${first.issue.path.join('.')}`
    : `its data, field ${first?.issue.path.join('.') ?? ''}`;
  return {
    code: 'invalid',
    message: `The page cannot be rendered because of ${place}: ${first?.issue.message ?? 'unknown'}`,
    detail: issues.map(({ module, type, issue }) => ({
      module,
      type,
      field: issue.path.join('.'),
      reason: issue.message,
    })),
  };
}
