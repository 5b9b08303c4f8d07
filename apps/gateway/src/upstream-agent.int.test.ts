import { type Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { eventually } from '@parley/testkit';

import { UpstreamAgent } from './upstream-agent.ts';

const times = { connectTimeoutMs: 500, silenceMs: 5_000 };
const agents: Agent[] = [];
let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer((_req, res) => res.end('{}'));
  await listen(0);
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));

function post(agent: Agent): Promise<number | undefined> {
  if (!agents.includes(agent)) agents.push(agent);
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, agent, method: 'POST' }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode));
    });
    req.once('error', reject);
    req.end('body');
  });
}

it('tries a call again that no replica has accepted, whatever the call', async () => {
  await new Promise((resolve) => server.close(resolve));
  const answered = post(new UpstreamAgent(times));
  // Calls at the same moment are refused; from now on the service listens again.
  await new Promise<void>((resolve) => connect(port, '127.0.0.1').once('error', () => resolve()));
  await listen(port);

  expect(await answered).toBe(200);
});

it('says so when no connection is accepted', async () => {
  await new Promise((resolve) => server.close(resolve));
  await expect(post(new UpstreamAgent(times))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await listen(port);
});

it('keeps connections between calls, and closes by itself those that idle', async () => {
  const agent = new UpstreamAgent(times);
  let opened = 0;
  server.on('connection', () => {
    opened += 1;
  });
  for (let call = 0; call < 3; call++) expect(await post(agent)).toBe(200);
  expect(opened).toBe(1);

  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await eventually(async () => expect(await open()).toBe(0), { timeoutMs: times.silenceMs - 1_000 });
});

it('gives no call a connection that has idled for too long, though the process was too busy to close it', async () => {
  const agent = new UpstreamAgent(times);
  let opened = 0;
  server.on('connection', () => {
    opened += 1;
  });
  const answered = post(agent);
  await eventually(() => expect(Object.values(agent.freeSockets).flat()).toHaveLength(1));
  // No timer runs meanwhile, as on a machine with too much to do.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  expect([await post(agent), await answered]).toEqual([200, 200]);
  expect(opened).toBe(2);
});
