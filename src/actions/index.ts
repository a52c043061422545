import { addImage } from './add-image.ts';
import { addLink } from './add-link.ts';
import * as fetched from './fetch-records.ts';
import * as found from './find-record.ts';
import { logout } from './logout.ts';
import { planPublish } from './plan-publish.ts';
import { publishPage } from './publish-page.ts';
import { updateModule } from './update-module.ts';

/** The calls that browsers make (spec section 7). */
export const server = {
  updateModule,
  planPublish,
  publishPage,
  logout,
  ...fetched,
  ...found,
  addImage,
  addLink,
};
