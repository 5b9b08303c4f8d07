import { projectUpdated, tokenRevoked } from '@parley/contracts';

import { customToken, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('returns a secret once and stores it so that the database alone does not reveal it', async () => {
  const { projectId, ada } = await team.project();
  expect((await team.as(ada).getSecretState()).body).toEqual({ configured: false });

  const { body } = await team.as(ada).generateSecret();

  expect(body).toEqual({ jwtSecret: expect.stringMatching(/^[\w-]{43}$/), createdAt: expect.any(String) });
  expect((await team.as(ada).getSecretState()).body).toEqual({ configured: true, createdAt: body.createdAt });
  const rows = await team.db.query('SELECT * FROM project_secrets WHERE id_project = $1', [projectId]);
  expect(JSON.stringify(rows)).not.toContain(body.jwtSecret);
  const key = await team.identity.getVerificationKey({ idProject: projectId });
  expect(key).toMatchObject({ algorithm: 'HS256', secret: body.jwtSecret });

  const events = await team.outbox(projectUpdated, projectId);
  expect(events.map(({ data }) => data.changes)).toEqual([['jwtSecret']]);
  expect(JSON.stringify(events)).not.toContain(body.jwtSecret);
});

it('does not open a secret that was moved to another project’s row', async () => {
  const [one, two] = [await team.project(), await team.project()];
  await team.secretOf(one.ada);
  await team.secretOf(two.ada);
  await team.db.query(
    `UPDATE project_secrets SET sealed = (SELECT sealed FROM project_secrets WHERE id_project = $1) WHERE id_project = $2`,
    [one.projectId, two.projectId],
  );

  await expect(team.identity.getVerificationKey({ idProject: two.projectId })).rejects.toThrow('INTERNAL');
});

it.each(['replaced', 'deleted'] as const)(
  'revokes exactly the tokens that came from an exchange when it is %s',
  async (how) => {
    const { projectId, ada } = await team.project();
    const secret = await team.secretOf(ada);
    const token = await customToken(secret, projectId, { _id: 'victor' });
    const victor = await team.exchange(token);
    const asGuest = await team.exchange(await customToken(secret, projectId, { _id: 'g', sub: 'guest' }));
    const messaging = await team
      .as({ kind: 'external', id: 'victor', projectId, role: 'user', jti: await jtiOf(victor.body.token) })
      .createMessagingToken();
    const vera = await team.guest(projectId);

    if (how === 'replaced') await team.secretOf(ada);
    else expect((await team.as(ada).deleteSecret()).body).toEqual({ configured: false });

    expect((await team.exchange(token)).status).toBe(401);
    const ended = [victor.body.token, asGuest.body.token, messaging.body.token];
    expect(await Promise.all(ended.map((one) => team.isLive(one)))).toEqual([false, false, false]);
    expect(await team.isLive(vera.token)).toBe(true);
    const revoked = await team.outbox(tokenRevoked, projectId);
    expect(revoked).toHaveLength(3);
  },
);

it('leaves no token of a replaced secret alive, however many exchanges run concurrently', async () => {
  const { projectId, ada } = await team.project();
  const secret = await team.secretOf(ada);
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, n) => customToken(secret, projectId, { _id: `visitor-${n}` })),
  );

  const [answers] = await Promise.all([Promise.all(tokens.map((token) => team.exchange(token))), team.secretOf(ada)]);

  const issued = answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
  expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
  expect(await Promise.all(issued.map((token) => team.isLive(token)))).toEqual(issued.map(() => false));
});

it('is allowed for admins who are users only', async () => {
  const { projectId, ada } = await team.project();
  const [grace, linus] = [await team.join(ada, 'Grace', 'admin'), await team.join(ada, 'Linus')];

  expect((await team.as(grace).generateSecret()).status).toBe(200);
  expect(await team.as(linus).generateSecret()).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
  const machine = { kind: 'bot', id: 'x', projectId, role: 'agent' } as const;
  expect(await team.as(machine).getSecretState()).toMatchObject({ status: 403, body: { code: 'users_only' } });
  expect((await team.open.getSecretState({ id_project: projectId })).status).toBe(401);
});

it('keeps the answer of a repeated call encrypted, and returns it again', async () => {
  const { projectId, ada } = await team.project();
  const repeat = () => team.as(ada).generateSecret({}, { headers: { 'idempotency-key': 'one' } });

  const [first, second] = [await repeat(), await repeat()];

  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotency-replayed']).toBe('true');
  const rows = await team.db.query('SELECT * FROM idempotency WHERE id_project = $1', [projectId]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(first.body.jwtSecret);
});

async function jtiOf(token: string): Promise<string> {
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return String(jti);
}
