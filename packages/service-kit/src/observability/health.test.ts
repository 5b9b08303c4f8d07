import { createHealth, NotReady } from './health.ts';

it('is not ready before it has started and after it has begun to stop', async () => {
  const health = createHealth();
  const starting = await health.report();
  health.state = 'ready';
  const ready = await health.report();
  health.state = 'stopping';
  const stopping = await health.report();

  expect([starting, ready, stopping].map(({ httpStatus, body }) => [httpStatus, body.status])).toEqual([
    [503, 'starting'],
    [200, 'ok'],
    [503, 'stopping'],
  ]);
});

it('is ready while only optional dependencies are down or degraded', async () => {
  const health = createHealth();
  health.state = 'ready';
  health.require('database', async () => {});
  health.inform('redis', () => 'unavailable: counting in each process');
  health.inform('workspace', () => Promise.reject(new Error('no')));

  expect(await health.report()).toEqual({
    httpStatus: 200,
    body: {
      status: 'ok',
      dependencies: {
        database: { status: 'ok', required: true },
        redis: { status: 'degraded', required: false, detail: 'unavailable: counting in each process' },
        workspace: { status: 'down', required: false },
      },
    },
  });
});

it('is down with what it needs, and asks all watchers at once only once', async () => {
  const health = createHealth();
  let asked = 0;
  health.state = 'ready';
  health.require('database', async () => {
    asked++;
    throw new Error('no');
  });

  const reports = await Promise.all([health.report(), health.report()]);

  expect(reports.map(({ httpStatus }) => httpStatus)).toEqual([503, 503]);
  expect(asked).toBe(1);
});

it('caches its answer for `cacheMs`, but never whether it is stopping', async () => {
  const health = createHealth({ cacheMs: 60_000 });
  let asked = 0;
  health.state = 'ready';
  health.require('conversations', () => void asked++);

  await Promise.all([health.report(), health.report()]);
  expect((await health.report()).body.status).toBe('ok');
  expect(asked).toBe(1);
  health.state = 'stopping';
  expect((await health.report()).body.status).toBe('stopping');
});

it('is down as a whole with anything that is down, though it takes calls itself', async () => {
  const health = createHealth();
  health.state = 'ready';
  health.inform('redis', () => 'unavailable: counting in each process');
  expect((await health.report({ whole: true })).httpStatus).toBe(200);
  health.inform('media', () => Promise.reject(new Error('no')));

  expect((await health.report()).httpStatus).toBe(200);
  expect(await health.report({ whole: true })).toMatchObject({ httpStatus: 503, body: { status: 'down' } });
});

it('says why something is down in words of ours, and in no others', async () => {
  const health = createHealth();
  health.state = 'ready';
  health.require('conversations', () => Promise.reject(new NotReady('down: database')));
  health.require('media', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432')));

  expect((await health.report()).body.dependencies).toEqual({
    conversations: { status: 'down', required: true, detail: 'down: database' },
    media: { status: 'down', required: true },
  });
});
