import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '../../scripts/add-user.ts';
import { expectOk } from '../../scripts/run.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type MailServer, openMailServer } from '../fixtures/mail-server.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

let mail: MailServer;
let setup: PublishingSetup;
beforeAll(async () => {
  mail = await openMailServer(true);
  setup = await openPublishingSetup(smallSite, {
    isBuilt: true,
    environment: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Ostrevo <web@example.com>',
      ALERT_EMAIL: 'operators@example.com',
      SITE_HOSTS: 'main=www.example.com',
    },
  });
});
afterAll(async () => {
  await setup?.close();
  await mail?.close();
});

const recipientOf = (email: string) => /^To: (.*)$/m.exec(email)?.[1]?.trim() ?? '';

it('a release that fails at its moment is told at once, and once, to its people on the staff and to the operators', async () => {
  const { embedded, runtime } = setup;
  const add = async (name: string) => {
    const user = { email: `${name}@example.com`, password: 'measure-everything-2026', name, role: 'editor' as const };
    return expectOk(await addUser(embedded, user)).userId;
  };
  const author = await add('author');
  const gone = await add('gone');
  await embedded.query('update staff set disabled_at = now() where user_id = $1', [gone]);
  const [row] = await embedded.query<{ id: number }>(
    `insert into launches (name, state, publish_at, time_zone, scheduled_by, created_by)
     values ('Spring', 'scheduled', now() - interval '1 second', 'UTC', $1, $2) returning id`,
    [gone, author],
  );
  setup.clock.now = new Date();
  runtime.launches.start();
  await expect
    .poll(() => new Set(mail.emails.map(recipientOf)), { timeout: 20_000 })
    .toEqual(new Set(['author@example.com', 'operators@example.com']));
  for (const email of mail.emails) {
    const text = email.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toMatch(/The release "Spring" was to be published at \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC, and was not:/);
    expect(text).toContain('Who chose the moment is not on the staff any more. Choose the moment again.');
    expect(text).toContain(`https://www.example.com/admin/releases/${row?.id}`);
  }

  // What has failed is not tried, nor told, again.
  runtime.launches.wake();
  await runtime.launches.stop();
  expect(mail.emails).toHaveLength(2);
});
