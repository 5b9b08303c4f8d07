import { secretsUnder } from '@parley/service-kit/security';

import { startTeamHarness } from '../../test/team-harness.ts';

const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

it('seals secrets of projects and passwords of their mail servers under a new DATA_KEY, and nothing else of the settings', async () => {
  const before = await startTeamHarness({ DATA_KEY: old.toString('base64url') });
  const { projectId, ada } = await before.project();
  const secret = await before.secretOf(ada);
  await before.as(ada).updateProject({ settings: { email: { config: { host: 'h', pass: 'smtp-s3cret' } } } });

  const DATA_KEY = `${fresh.toString('base64url')},${old.toString('base64url')}`;
  const during = await startTeamHarness({ DATA_KEY }, { databaseUrl: before.databaseUrl });
  try {
    await during.runJob('reseal');
    const [row] = await during.db.query<{ sealed: string; config: { host: string; pass: string } }>(
      `SELECT s.sealed, p.settings #> '{email,config}' AS config
         FROM project_secrets s JOIN projects p USING (id_project) WHERE id_project = $1`,
      [projectId],
    );
    const after = secretsUnder([fresh]);
    expect(after.open(row?.sealed ?? '', projectId)).toBe(secret);
    expect(after.open(row?.config.pass ?? '', projectId)).toBe('smtp-s3cret');
    expect(row?.config.host).toBe('h');
    expect((await during.identity.getVerificationKey({ idProject: projectId })).secret).toBe(secret);
  } finally {
    await during.stop();
    await before.stop();
  }
});

it('makes one visitor of a stranger whose repeat meets another DATA_KEY than the first call', async () => {
  const before = await startTeamHarness({ DATA_KEY: old.toString('base64url') });
  const { projectId } = await before.project();
  const DATA_KEY = `${fresh.toString('base64url')},${old.toString('base64url')}`;
  const during = await startTeamHarness({ DATA_KEY }, { databaseUrl: before.databaseUrl });
  try {
    const call = [
      { id_project: projectId, firstname: 'Vera' },
      { headers: { 'idempotency-key': 'x'.repeat(32) } },
    ] as const;
    const first = await before.open.signInAnonymously(...call);
    const repeat = await during.open.signInAnonymously(...call);
    expect(first.status).toBe(200);
    expect(repeat.body).toEqual(first.body);
    const other = await during.open.signInAnonymously({ id_project: projectId, firstname: 'Victor' }, call[1]);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  } finally {
    await during.stop();
    await before.stop();
  }
});
