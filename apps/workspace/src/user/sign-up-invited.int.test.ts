import { teammateJoined, tokenRevoked, userSignedUp } from '@parley/contracts';

import { inProject, type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';
import { newUser, viewOf } from './user.ts';

let people: PeopleHarness;
let projectId: string;
let invite: (email: string) => Promise<string>;
beforeAll(async () => {
  people = await startPeopleHarness({ REQUIRE_VERIFIED_EMAIL: 'true' });
  const project = await people.project(await people.signUp('Grace'));
  projectId = project.projectId;
  invite = async (email) => {
    const { status } = await people.as(project.owner).inviteTeammate({ email, role: 'admin' });
    if (status !== 200) throw new Error(`inviting ${email} answered ${status}`);
    return (await people.mailedPath(email))[1] ?? '';
  };
});
afterAll(() => people.stop());

const byron = { lastname: 'Byron', password: 'analytical engine' };

it('adds the person to the project at once, with the address verified by the code', async () => {
  const invitation = await invite('linus@x.io');
  const linus = await people.signUp('Linus', { invitation });

  expect(linus.user).toMatchObject({ emailverified: true });
  const [joined] = (await people.outbox(teammateJoined)).filter(({ data }) => data.origin === 'signup');
  expect(joined?.data.teammate).toMatchObject({ id_project: projectId, role: 'admin' });
  const [own] = (await people.as(inProject(linus.actor, projectId, 'admin')).getOwnTeammate()).body;
  expect(own).toMatchObject({ id_user: linus.user._id, status: 'active' });
  const signedUp = (await people.outbox(userSignedUp)).find(({ data }) => data.user._id === linus.user._id);
  expect(signedUp?.data.via).toBe('invitation');
  expect(await people.mailsTo('linus@x.io')).toHaveLength(1);
});

it('does not add a person who registers an invited address without reading its mail', async () => {
  const mallory = await people.signUp('Ada', { password: 'of mallory' });
  const malloryToken = await people.signIn(mallory);
  const invitation = await invite('ada@x.io');
  expect((await people.as(mallory.actor).listProjects()).body).toEqual([]);
  expect((await people.open.signUp({ ...byron, email: 'ada@x.io', firstname: 'Ada' })).status).toBe(409);

  const ada = await people.open.signUp({ ...byron, email: 'ada@x.io', firstname: 'Augusta', invitation });

  expect(ada.status).toBe(200);
  expect(ada.body.user).toMatchObject({ _id: mallory.user._id, firstname: 'Augusta', emailverified: true });
  expect(await people.liveTokens(mallory.user._id)).toEqual([]);
  expect((await people.outbox(tokenRevoked)).map(({ data }) => data.jti)).toContain(malloryToken.jti);
  expect((await people.open.signIn({ email: 'ada@x.io', password: 'of mallory' })).status).toBe(401);
  expect((await people.open.signIn({ email: 'ada@x.io', password: byron.password })).status).toBe(200);
  expect((await people.as(mallory.actor).listProjects()).body).toHaveLength(1);
  const stolen = await verification('ada@x.io');
  expect((await people.open.verifyEmail(stolen)).status).toBe(401);
});

it('turns the invitation into a membership when the verification mail verifies the address', async () => {
  await people.signUp('Alan');
  await invite('alan@x.io');
  const link = await verification('alan@x.io');

  expect((await people.open.verifyEmail(link)).status).toBe(200);
  const alan = { kind: 'user', id: link.id_user ?? '' } as const;
  expect((await people.as(alan).listProjects()).body).toHaveLength(1);
});

it('turns the invitation into a membership when the password is reset by mail', async () => {
  const barbara = await people.signUp('Barbara');
  await invite(barbara.email);
  await people.open.requestPasswordReset({ email: barbara.email });
  const [, key] = await people.mailedPath(barbara.email);

  expect((await people.open.resetPassword({ key, password: 'a new password' })).status).toBe(200);
  expect((await people.as(barbara.actor).listProjects()).body).toHaveLength(1);
});

it('refuses an invented code and the code of another address, and creates no user', async () => {
  const invitation = await invite('edsger@x.io');
  const attempt = { ...byron, email: 'eve@x.io', firstname: 'Eve' };

  expect(await people.open.signUp({ ...attempt, invitation: 'x'.repeat(43) })).toMatchObject({
    status: 404,
    body: { code: 'invitation_not_found' },
  });
  expect(await people.open.signUp({ ...attempt, invitation })).toMatchObject({
    status: 403,
    body: { code: 'invitation_for_other_address' },
  });
  expect(await people.db.query("SELECT id FROM users WHERE email = 'eve@x.io'")).toEqual([]);
});

it('does not take over an account whose address is verified', async () => {
  const niklaus = await people.signUp('Niklaus');
  const invitation = await invite(niklaus.email);
  await people.open.verifyEmail(await verification(niklaus.email));

  const again = await people.open.signUp({ ...byron, email: niklaus.email, firstname: 'N', invitation });

  expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect((await people.open.signIn(niklaus)).status).toBe(200);
});

it('creates one member from ten concurrent sign-ups with one code', async () => {
  const invitation = await invite('race@x.io');

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => people.open.signUp({ ...byron, email: 'race@x.io', firstname: 'R', invitation })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await people.db.query("SELECT id FROM users WHERE email = 'race@x.io'")).toHaveLength(1);
});

describe('where a registered address suffices', () => {
  let unverified: PeopleHarness;
  beforeAll(async () => {
    unverified = await startPeopleHarness({ REQUIRE_VERIFIED_EMAIL: 'false' });
  });
  afterAll(() => unverified.stop());

  it('turns pending invitations into memberships at sign-up', async () => {
    const { owner } = await unverified.project(await unverified.signUp('Grace'));
    await unverified.as(owner).inviteTeammate({ email: 'linus@x.io' });

    const linus = await unverified.signUp('Linus');

    expect((await unverified.as(linus.actor).listProjects()).body).toHaveLength(1);
  });
});

it('requires an invitation where the operator configures that', async () => {
  const closed = await startPeopleHarness({ SIGNUP: 'invited' });
  try {
    const { owner } = await closed.project(await seededOwner(closed));
    await closed.as(owner).inviteTeammate({ email: 'linus@x.io' });

    await expect(closed.signUp('Alan')).rejects.toThrow('403 signup_closed');
    expect((await closed.signUp('Linus')).user.emailverified).toBe(false);
  } finally {
    await closed.stop();
  }
});

async function seededOwner(closed: PeopleHarness) {
  const at = new Date();
  const person = { email: 'grace@x.io', firstname: 'Grace', lastname: 'Hopper', emailVerified: true };
  const user = newUser('a'.repeat(24), person, at);
  await closed.context.users.insert(user, undefined, []);
  return { actor: { kind: 'user', id: user.id }, email: user.email, password: '', user: viewOf(user) } as const;
}

async function verification(email: string) {
  const texts = (await people.mailsTo(email)).map(({ text }) => text);
  const link = texts.map((text) => /verify\/email\/(\w+)\/([\w-]+)/.exec(text)).find(Boolean);
  return { id_user: link?.[1], code: link?.[2] };
}
