import { createLogger } from '@parley/service-kit/observability';

import { type PeopleHarness, startPeopleHarness } from './people-harness.ts';

const lines: string[] = [];
const answers: string[] = [];
/** Names of the secrets, by value. */
const secrets = new Map<string, string>();
let people: PeopleHarness;

beforeAll(async () => {
  const log = createLogger({ service: 'workspace', level: 'trace', to: { write: (line) => void lines.push(line) } });
  people = await startPeopleHarness({}, log);
});
afterAll(() => people.stop());

/** Records an answer; `own` are the secrets it is meant to return. */
async function call<T extends { body: object }>(calling: Promise<T>, own: (body: T['body']) => string[] = () => []) {
  const answer = await calling;
  const handedOut = own(answer.body);
  answers.push(handedOut.reduce((text, secret) => text.replaceAll(secret, ''), JSON.stringify(answer)));
  return answer;
}

it('keeps passwords, codes, keys, tokens and hashes out of logs, events, tasks, metrics and foreign answers', async () => {
  await callEveryEndpoint();

  const hashes = await people.db.query<{ password_hash: string | null }>('SELECT password_hash FROM users');
  for (const { password_hash } of hashes) if (password_hash) secrets.set(password_hash, 'hash');
  const events = await people.db.query<{ text: string }>('SELECT outbox::text AS text FROM outbox');
  const tasks = await people.db.query<{ text: string }>('SELECT task::text AS text FROM task');
  const metrics = await (await fetch(`${people.addresses.ops}/metrics`)).text();

  const places = {
    answers,
    lines,
    events: events.map(({ text }) => text),
    tasks: tasks.map(({ text }) => text),
    metrics: [metrics],
  };
  for (const [place, texts] of Object.entries(places)) expect([place, texts.length]).not.toEqual([place, 0]);
  expect(secrets.size).toBeGreaterThan(12);
  for (const [secret, what] of secrets) {
    for (const [place, texts] of Object.entries(places)) {
      const found = texts.filter((text) => text.includes(secret));
      expect({ what, place, found }).toEqual({ what, place, found: [] });
    }
  }
});

it('keeps e-mail addresses out of logs, tasks and metrics', async () => {
  const metrics = await (await fetch(`${people.addresses.ops}/metrics`)).text();
  const tasks = await people.db.query<{ text: string }>('SELECT task::text AS text FROM task');

  for (const text of [...lines, ...tasks.map((row) => row.text), metrics]) {
    expect(text).not.toMatch(/(ada|grace|nobody)@x\.io/i);
  }
});

async function callEveryEndpoint(): Promise<void> {
  const { open } = people;
  const password = secret('password', 'first secret password');
  const newpsw = secret('password', 'second secret password');
  const lastpsw = secret('password', 'third secret password');
  const wrong = secret('password', 'a wrong secret password');
  const person = { email: 'ada@x.io', firstname: 'Ada', lastname: 'Byron' };

  const { body: signedUp } = await call(open.signUp({ ...person, password }));
  await call(open.signUp({ ...person, password: wrong }));
  await call(open.signUp({ ...person, password: wrong, email: 'no address' }));
  const [, , id_user, code = ''] = await people.mailedPath(person.email);
  secret('code', code);
  await call(open.verifyEmail({ id_user, code }));
  await call(open.verifyEmail({ id_user, code }));

  await call(open.signIn({ email: person.email, password: wrong }));
  await call(open.signIn({ email: 'nobody@x.io', password: wrong }));
  await call(open.signIn({ email: person.email, password: [wrong] }));
  for (let again = 0; again < 2; again += 1) {
    await call(open.signIn({ email: person.email, password }), ({ token }) => [secret('token', token.slice(4))]);
  }
  await people.identity.authenticateBasic({ email: person.email, password, clientAddress: '' });
  await people.identity.authenticateBasic({ email: person.email, password: wrong, clientAddress: '' }).catch(() => {});

  const actor = { kind: 'user', id: signedUp.user._id } as const;
  const ada = people.as(actor);
  await call(ada.getUser());
  await call(ada.updateUser({ lastname: 'Lovelace', password: wrong }));
  await call(ada.changePassword({ oldpsw: wrong, newpsw }));
  await call(ada.changePassword({ oldpsw: password, newpsw: 'short' }));
  await call(ada.changePassword({ oldpsw: password, newpsw }, { headers: { 'idempotency-key': 'once' } }));

  await call(open.requestPasswordReset({ email: person.email }));
  const key = secret('key', (await people.mailedPath(person.email))[1] ?? '');
  await call(open.checkPasswordResetKey({ key }));
  await call(open.resetPassword({ key, password: lastpsw }));
  await call(open.resetPassword({ key, password: lastpsw }));

  const { actor: grace } = await people.signUp('Grace', { password: secret('password', 'of grace, secret') });
  await call(people.as(grace).resendVerificationMail());
  for (const { text } of await people.mailsTo('grace@x.io')) {
    secret('code', /verify\/email\/\w+\/([\w-]+)/.exec(text)?.[1] ?? '');
  }
  await callSessions(grace.id, { email: 'grace@x.io', password: 'of grace, secret' }, wrong);
  const project = await people.project({ actor: grace } as never);
  await call(people.as(project.owner).inviteTeammate({ email: 'linus@x.io' }));
  secret('invitation', (await people.mailedPath('linus@x.io'))[1] ?? '');
  await call(people.as(grace).deleteUser());
  await people.settled();
}

/** The cookie is handed out by its own header alone. */
async function callSessions(idUser: string, person: { email: string; password: string }, wrong: string): Promise<void> {
  const { open, allInOne } = people;
  const { code } = await allInOne.createSignInCode({ idUser });
  secret('sign-in code', code);
  await call(open.createSession({ ...person, password: wrong }));
  await call(open.createSession({ code: [code] }));
  const tokenOf = ({ token }: { token?: string }) => (token === undefined ? [] : [secret('token', token.slice(4))]);
  for (const proof of [{ code }, { code }, person]) {
    const { headers, ...answer } = await open.createSession(proof);
    await call(Promise.resolve(answer), tokenOf);
    const [cookie = ''] = (headers['set-cookie'] ?? '').split(';');
    if (cookie !== '') secret('cookie', cookie.split('=')[1] ?? '');
    for (const next of [open.renewSession, open.endSession, open.renewSession]) {
      const { status, body } = await next({}, { headers: { cookie } });
      await call(Promise.resolve({ status, body: body as { token?: string } }), tokenOf);
    }
  }
}

function secret(what: string, value: string): string {
  if (value === '') throw new Error(`there is no ${what}`);
  secrets.set(value, what);
  return value;
}
