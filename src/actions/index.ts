import { addModule } from './add-module.ts';
import { checkDraft } from './check-draft.ts';
import * as copying from './copying.ts';
import { describePicture, findPictureTexts } from './describe-picture.ts';
import { discardDraft } from './discard-draft.ts';
import { addImage } from './add-image.ts';
import { addLink } from './add-link.ts';
import * as fetched from './fetch-records.ts';
import * as found from './find-record.ts';
import * as forms from './forms.ts';
import { findProductValues } from './find-product-values.ts';
import { findProperties } from './find-properties.ts';
import { findSiteWarnings } from './find-site-warnings.ts';
import * as releases from './releases/index.ts';
import { listDrafts } from './list-drafts.ts';
import { listEdits } from './list-edits.ts';
import * as listViews from './list-views.ts';
import { logout } from './logout.ts';
import * as mediaFiles from './media-files.ts';
import * as mediaLibrary from './media-library.ts';
import * as operations from './operations.ts';
import * as pages from './pages.ts';
import * as pageHistory from './page-history.ts';
import * as pageSettings from './page-settings.ts';
import { moveModule } from './move-module.ts';
import { patchPage } from './patch-page.ts';
import * as people from './people.ts';
import { planPublish } from './plan-publish.ts';
import { previewMenu } from './preview-menu.ts';
import { previewModule } from './preview-module.ts';
import { awaitPublish } from './await-publish.ts';
import * as publishHistory from './publish-history.ts';
import { publishPage } from './publish-page.ts';
import * as records from './records.ts';
import * as redirects from './redirects.ts';
import * as sections from './sections.ts';
import * as sharedModules from './shared-modules.ts';
import * as sheets from './sheets.ts';
import * as submissions from './submissions.ts';
import { submitForm } from './submit-form.ts';
import * as translations from './translations.ts';
import * as undo from './undo.ts';
import { uploadMedium } from './upload-medium.ts';
import * as uploadParts from './upload-parts.ts';
import { updateModule } from './update-module.ts';

/** The calls that browsers make. */
export const server = {
  updateModule,
  previewMenu,
  previewModule,
  addModule,
  ...copying,
  ...sections,
  ...sharedModules,
  patchPage,
  moveModule,
  checkDraft,
  planPublish,
  publishPage,
  awaitPublish,
  ...publishHistory,
  ...operations,
  discardDraft,
  ...releases,
  ...translations,
  ...undo,
  listDrafts,
  findSiteWarnings,
  logout,
  ...fetched,
  ...found,
  findProductValues,
  findProperties,
  ...forms,
  ...submissions,
  ...records,
  ...redirects,
  ...sheets,
  addImage,
  uploadMedium,
  ...uploadParts,
  ...mediaFiles,
  ...mediaLibrary,
  describePicture,
  findPictureTexts,
  addLink,
  submitForm,
  ...pages,
  ...pageHistory,
  ...pageSettings,
  ...people,
  listEdits,
  ...listViews,
};
