import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { addUser, disableUser, resetSecondFactor } from './add-user.ts';
import { endWithWords, expectOk, loadConfig, openDatabase, stopWith } from './run.ts';
import { readArguments } from './read-arguments.ts';
import { usages } from './usages.mjs';

const { usage } = usages.user;

/** As `supabase/config.toml` asks. */
const shortestPassword = 12;

/** Prompts without echo. */
async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  const answer = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return answer;
}

type Password = { text: string; isMade: boolean };

async function choosePassword(): Promise<Password> {
  const made: Password = { text: randomBytes(15).toString('base64url'), isMade: true };
  const ofEnvironment = process.env['USER_PASSWORD'];
  const typed = ofEnvironment || (process.stdin.isTTY ? await ask('Password (empty: one is made): ') : '');
  if (typed === '') return made;
  if (typed.length < shortestPassword) stopWith(`The password has to have ${shortestPassword} characters or more.`);
  if (!ofEnvironment && (await ask('Once more: ')) !== typed) stopWith('The two passwords differ.');
  return { text: typed, isMade: false };
}

endWithWords();
const { values, positionals } = readArguments('user', {
  allowPositionals: true,
  options: { role: { type: 'string' }, name: { type: 'string' } },
});
const [command, address, ...rest] = positionals;
if (
  (command !== 'add' && command !== 'disable' && command !== 'reset-second-factor') ||
  address === undefined ||
  rest.length > 0
)
  stopWith(usage);
const email = z.email().safeParse(address);
if (!email.success) stopWith(`${JSON.stringify(address)} is not an e-mail address.`);

if (command === 'add') {
  const { role, name } = values;
  if (role !== 'editor' && role !== 'admin') stopWith(`Say what the person may do: --role editor or --role admin.`);
  const password = await choosePassword();
  const connection = await openDatabase(loadConfig(), { withoutOne: 'refuse' });
  const added = await addUser(connection, {
    email: email.data,
    password: password.text,
    role,
    name: name ?? email.data.split('@')[0] ?? email.data,
  });
  await connection.close();
  const { isNew } = expectOk(added);
  console.log(
    isNew ? `${email.data} can sign in as ${role}.` : `${email.data} is ${role} now, with the password as before.`,
  );
  if (isNew && password.isMade) console.log(`Password, shown only now: ${password.text}`);
} else if (command === 'reset-second-factor') {
  const connection = await openDatabase(loadConfig(), { withoutOne: 'refuse' });
  const reset = await resetSecondFactor(connection, email.data);
  await connection.close();
  expectOk(reset);
  console.log(`${email.data} is signed out everywhere, and signs in with the password alone.`);
} else {
  const connection = await openDatabase(loadConfig(), { withoutOne: 'refuse' });
  const disabled = await disableUser(connection, email.data);
  await connection.close();
  expectOk(disabled);
  console.log(`${email.data} cannot edit any more.`);
}
process.exit(0);
