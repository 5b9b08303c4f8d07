import { Endpoint } from '@parley/testkit';

import { DemoClient } from './demo-client.ts';
import { SeedingPass } from './seeding-pass.ts';

let gateway: Endpoint;
beforeEach(async () => {
  gateway = await new Endpoint().start();
});
afterEach(() => gateway.stop());

it('makes a call to a part that is unavailable again, as the same call', async () => {
  gateway.answering = (res, _call, nth) => {
    res.statusCode = nth < 3 ? 503 : 200;
    res.end('{"_id":"1"}');
  };

  const create = new DemoClient(gateway.url, new SeedingPass()).as('token');
  expect(await create('POST', '/p/groups', { name: 'Workshop' })).toEqual({ _id: '1' });

  expect(gateway.calls.map(({ body }) => body)).toEqual(Array(3).fill({ name: 'Workshop' }));
  expect(new Set(gateway.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('says which call was refused', async () => {
  gateway.answering = (res) => {
    res.statusCode = 403;
    res.end('{"code":"role_too_low"}');
  };

  await expect(new DemoClient(gateway.url, new SeedingPass()).as('token')('POST', '/p/groups', {})).rejects.toThrow(
    'Seeding the demo: POST /v3/p/groups answered 403: {"code":"role_too_low"}',
  );
});
