import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeSendMail } from './mail.ts';
import { openMailServer } from '../../../tests/fixtures/mail-server.ts';
import { readMailbox } from './mailbox.ts';

const mail = {
  to: 'anna@example.com',
  subject: '新しいパスワード',
  text: 'Grüße\n\nhttp://localhost/login/new-password?token=abc',
};

it('goes out by SMTP', async () => {
  const server = await openMailServer(true);
  try {
    await makeSendMail({ by: 'smtp', url: server.url, from: 'Ostrevo <web@example.com>' })?.(mail);
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toContain('From: Ostrevo <web@example.com>');
    expect(server.emails[0]).toContain('To: anna@example.com');
  } finally {
    await server.close();
  }
});

it('says when it did not go out', async () => {
  const server = await openMailServer(false);
  const send = makeSendMail({ by: 'smtp', url: server.url, from: 'web@example.com' });
  await expect(send?.(mail)).rejects.toThrow('No such person');
  await server.close();
  await expect(send?.(mail)).rejects.toThrow('ECONNREFUSED');
});

it('stays on this machine without a mail server, as a file that only its owner reads', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  try {
    expect(await readMailbox(path.join(directory, 'none-yet'))).toEqual([]);
    const send = makeSendMail({ by: 'mailbox', directory, from: 'web@example.com' });
    await send?.({ ...mail, subject: 'first' });
    await send?.(mail);
    expect(await readMailbox(directory)).toMatchObject([mail, { subject: 'first' }]);
    const [file = ''] = (await readdir(directory)).filter((name) => name.endsWith('.eml'));
    expect(await readFile(path.join(directory, file), 'utf8')).toContain('To: anna@example.com');
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('is nobody’s affair here where Supabase sends its own', () => {
  expect(makeSendMail({ by: 'none' })).toBeNull();
});
