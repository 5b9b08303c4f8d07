import type { ServerResponse } from 'node:http';

import { call, GatewayHarness, startUpstream, type Upstream } from '../test/gateway-harness.ts';

let harness: GatewayHarness;
let media: Upstream;

beforeEach(async () => {
  harness = await GatewayHarness.start();
  media = await startUpstream();
});
afterEach(async () => {
  await harness.stop();
  await media.stop();
});

const gateway = () => harness.gateway({ MEDIA_URL: media.url });

function answerJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const lacking = { status: 'down', required: true };
const down = { status: 'down', required: false };

it('names a service that is not ready, and what it lacks', async () => {
  harness.conversations.answer = (_req, res) =>
    answerJson(res, 503, {
      status: 'down',
      dependencies: {
        database: lacking,
        bus: { status: 'down', required: false },
        redis: { status: 'ok', required: false },
      },
    });
  media.answer = (_req, res) => answerJson(res, 503, { status: 'starting', dependencies: {} });

  const report = await call(await gateway(), 'GET', '/readyz');

  expect(report).toMatchObject({ status: 503, body: { status: 'down' } });
  expect(report.headers.get('retry-after')).toBe('1');
  expect(report.body.dependencies).toMatchObject({
    workspace: { status: 'ok' },
    conversations: { ...down, detail: 'down: database' },
    media: { ...down, detail: 'starting' },
  });
  expect(harness.conversations.seen).toMatchObject([{ method: 'GET', url: '/readyz' }]);
});

it('hands nothing on but names', async () => {
  const secret = 'postgres://parley:s3cr3t@10.0.0.7:5432';
  harness.conversations.answer = (_req, res) =>
    answerJson(res, 503, {
      status: 'down',
      dependencies: { database: { ...lacking, detail: secret }, [secret]: lacking },
    });
  media.answer = (_req, res) => res.writeHead(500).end(secret);

  const { body } = await call(await gateway(), 'GET', '/readyz');

  expect(body.dependencies).toMatchObject({ conversations: down, media: down });
  expect(JSON.stringify(body)).not.toContain('s3cr3t');
});

it('does not wait for a service that accepts and says nothing', async () => {
  media.answer = () => {};
  const { status, body } = await call(await gateway(), 'GET', '/readyz');
  expect([status, body.dependencies.media]).toEqual([503, down]);
});

it('asks a service once for all who want to know at about the same time', async () => {
  const own = await gateway();
  await Promise.all(Array.from({ length: 20 }, () => call(own, 'GET', '/readyz')));
  await call(own, 'GET', '/readyz');
  expect(media.seen).toHaveLength(1);
});

it('takes calls for the others, and says so to probes, whichever service is not ready', async () => {
  media.answer = (_req, res) => answerJson(res, 503, { status: 'down', dependencies: { database: lacking } });
  const own = await gateway();
  expect((await call(own, 'GET', '/readyz')).status).toBe(503);
  const probe = await fetch(`${own.addresses.ops}/readyz`);
  expect(probe.status).toBe(200);
  expect(await probe.json()).toMatchObject({ status: 'ok', dependencies: { media: down } });
  expect((await call(own, 'GET', '/healthz')).status).toBe(200);
  const projectId = harness.workspace.newProject();
  const linus = await harness.workspace.newUser({ projectId, role: 'agent' });
  expect((await call(own, 'GET', `/v3/${projectId}/requests`, { as: linus })).status).toBe(200);
});
