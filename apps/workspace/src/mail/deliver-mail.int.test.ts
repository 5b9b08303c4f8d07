import { eventually } from '@parley/testkit';
import { type SmtpServer, startSmtpServer } from '@parley/testkit/smtp';

import { type PeopleHarness, type Person, parseMail, startPeopleHarness } from '../../test/people-harness.ts';

/** Makes the next attempts of all mails now, which would come after ten seconds. */
async function retryNow({ db, open }: PeopleHarness): Promise<void> {
  await db.query("UPDATE task SET due_at = now() WHERE kind = 'mail'");
  // Its task wakes the worker; no mail goes to an address without an account.
  expect((await open.requestPasswordReset({ email: 'stranger@x.io' })).status).toBe(200);
}

it('answers sign-up and reset while the mail server is down, and delivers each mail once when it is back', async () => {
  const away = await startSmtpServer();
  await away.stop();
  const people = await startPeopleHarness({ SMTP_URL: away.url });
  let server: SmtpServer | undefined;
  try {
    const ada = await people.signUp('Ada');
    expect((await people.open.requestPasswordReset({ email: ada.email })).status).toBe(200);
    const waiting = () =>
      people.db.query<{ attempts: number; last_error: string; text: string }>(
        `SELECT attempts, last_error, task::text AS text FROM task WHERE kind = 'mail' AND done_at IS NULL`,
      );
    await eventually(async () => {
      const rows = await waiting();
      expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1]);
      expect(rows.every(({ last_error }) => last_error !== null)).toBe(true);
    });
    for (const { text } of await waiting()) expect(text).not.toContain(ada.email);

    server = await startSmtpServer({ port: away.port });
    await retryNow(people);
    await eventually(async () => expect(await waiting()).toEqual([]));

    const mails = server.received.map(parseMail);
    expect(mails.map(({ to }) => to)).toEqual([ada.email, ada.email]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Confirm your email address', 'Set a new password']);
    const [, path] = /#\/(resetpassword\/\S+)/.exec(mails.map(({ text }) => text).join('\n')) ?? [];
    expect((await people.open.checkPasswordResetKey({ key: path?.split('/')[1] })).status).toBe(200);
  } finally {
    await people.stop();
    await server?.stop();
  }
});

it('gives up on a mail after a day of failures and counts it', async () => {
  const away = await startSmtpServer();
  await away.stop();
  const people = await startPeopleHarness({ SMTP_URL: away.url });
  try {
    await people.signUp('Ada');
    await eventually(async () => {
      const failed = await people.db.query("SELECT FROM task WHERE kind = 'mail' AND last_error IS NOT NULL");
      expect(failed).toHaveLength(1);
    });
    await people.db.query("UPDATE task SET attempts = 32 WHERE kind = 'mail'");
    await retryNow(people);
    await eventually(async () => {
      const mails = await people.db.query("SELECT parked_at IS NOT NULL AS parked FROM task WHERE kind = 'mail'");
      expect(mails).toEqual([{ parked: true }]);
    });

    const metrics = await (await fetch(`${people.addresses.ops}/metrics`)).text();
    expect(metrics).toMatch(/^parley_mails_total\{.*outcome="parked".*\} 1$/m);
  } finally {
    await people.stop();
  }
});

it('sends nothing when the operator has turned mail off', async () => {
  const people = await startPeopleHarness({ MAIL_DELIVERY: 'off' });
  try {
    const ada = await people.signUp('Ada');
    expect(await people.mailsTo(ada.email)).toEqual([]);
  } finally {
    await people.stop();
  }
});

describe('to whom it goes', () => {
  let people: PeopleHarness;

  beforeAll(async () => {
    people = await startPeopleHarness();
  });
  afterAll(() => people.stop());

  async function speaks(person: Person, language: unknown) {
    const { status } = await people.as(person.actor).updateUser({ attributes: { 'console.language': language } });
    expect(status).toBe(200);
  }

  async function invitedBy(firstname: string, settings: { lang?: string; widget?: Record<string, unknown> }) {
    const inviter = await people.signUp(firstname);
    const { owner } = await people.project(inviter);
    const asOwner = people.as(owner);
    if (settings.widget) expect((await asOwner.updateProject({ widget: settings.widget })).status).toBe(200);
    const { lang } = settings;
    if (lang) expect((await asOwner.setLabels({ lang, data: {}, default: true })).status).toBe(200);
    return {
      async invite(email: string) {
        expect((await asOwner.inviteTeammate({ email, firstname: 'Vera' })).status).toBe(200);
        return (await people.mailsTo(email)).at(-1);
      },
    };
  }

  it('writes in the language that its recipient has chosen', async () => {
    const ada = await people.signUp('Ada');
    await speaks(ada, 'de');
    await people.open.requestPasswordReset({ email: ada.email });

    const reset = (await people.mailsTo(ada.email)).at(-1);
    expect(reset?.subject).toBe('Neues Passwort festlegen');
    expect(reset?.text).toContain('Guten Tag Ada,');
    expect(reset?.html).toContain('<html lang="de" dir="ltr">');
  });

  it('writes in English where the choice is none of its languages', async () => {
    const bob = await people.signUp('Bob');
    await speaks(bob, { $ne: 1 });
    await people.open.requestPasswordReset({ email: bob.email });

    expect((await people.mailsTo(bob.email)).at(-1)?.subject).toBe('Set a new password');
  });

  it('invites a stranger in the language and colour of the project', async () => {
    const { invite } = await invitedBy('Grace', {
      lang: 'PT-BR',
      widget: { themeColor: '#fc0', themeForegroundColor: '#fff' },
    });
    const mail = await invite('stranger@x.io');

    expect(mail?.subject).toBe('Grace convidou você para Engines');
    expect(mail?.html).toContain('background:#ffcc00;color:#000000');
  });

  it('puts the choice of the recipient above that of the project', async () => {
    const linus = await people.signUp('Linus');
    await speaks(linus, 'fr');
    const { invite } = await invitedBy('Edsger', { lang: 'IT' });

    expect((await invite(linus.email))?.subject).toBe('Edsger vous invite à rejoindre Engines');
  });

  it('sends what an earlier release has queued', async () => {
    const { invite } = await invitedBy('Barbara', { lang: 'DE' });
    const data = { project: 'Engines', inviter: 'Barbara', code: 'c0de' };
    await people.context.db.transaction(() =>
      people.context.mails.send({ to: 'early@x.io', template: 'invitation', data }),
    );

    expect((await people.mailsTo('early@x.io')).map(({ subject }) => subject)).toEqual([
      'Barbara invites you to Engines',
    ]);
    expect((await invite('late@x.io'))?.subject).toBe('Barbara lädt Sie zu Engines ein');
  });
});
