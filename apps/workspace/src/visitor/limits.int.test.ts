import { customToken, startTeamHarness } from '../../test/team-harness.ts';

it('counts sign-ins per project, across addresses', async () => {
  const strict = await startTeamHarness({ AUTH_LIMIT_FACTOR: '0.005' });
  const { projectId, ada } = await strict.project();
  const other = await strict.project();
  const secret = await strict.secretOf(ada);
  const arrive = (id_project: string, n: number) =>
    strict.open.signInAnonymously({ id_project }, { headers: { 'parley-client-address': `203.0.113.${n}` } });
  const enter = async (n: number) => strict.exchange(await customToken(secret, projectId, { _id: `customer-${n}` }));

  const guests = [];
  for (let n = 0; n < 4; n++) guests.push(await arrive(projectId, n));
  const customers = [];
  for (let n = 0; n < 7; n++) customers.push(await enter(n));

  expect(guests.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(customers.map(({ status }) => status)).toEqual([...Array(6).fill(200), 429]);
  expect([guests.at(-1), customers.at(-1)]).toMatchObject([
    { body: { code: 'rate_limited', limit: 'anonymous_sign_in' } },
    { body: { code: 'rate_limited', limit: 'exchange_of_project' } },
  ]);
  expect((await arrive(other.projectId, 9)).status).toBe(200);
  await strict.stop();
});
