import { eventually } from '@parley/testkit';

import { parseMail, startPeopleHarness } from '../../test/people-harness.ts';
import { type SmtpServer, startSmtpServer } from '../../test/smtp-server.ts';

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

    server = await startSmtpServer(Number(new URL(away.url).port));
    await eventually(async () => expect(await waiting()).toEqual([]), { timeoutMs: 20_000 });

    const mails = server.received.map(parseMail);
    expect(mails.map(({ to }) => to)).toEqual([ada.email, ada.email]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Confirm your e-mail address', 'Set a new password']);
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
    await eventually(
      async () => {
        // Only once the first attempt has failed, whose number is the wait for the next one.
        await people.db.query(
          "UPDATE task SET attempts = 32 WHERE kind = 'mail' AND attempts = 1 AND last_error IS NOT NULL",
        );
        const [row] = await people.db.query<{ parked: boolean }>('SELECT parked_at IS NOT NULL AS parked FROM task');
        expect(row?.parked).toBe(true);
      },
      { timeoutMs: 20_000 },
    );

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
