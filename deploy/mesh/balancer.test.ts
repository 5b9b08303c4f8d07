import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { eventually } from '@parley/testkit';

import { Balancer } from './balancer.ts';

const front = '127.0.0.2';
let server: Server;
let port: number;
let way: Balancer;
const callers: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  way = new Balancer(front, port);
  way.add('127.0.0.1');
  await way.start();
});
afterEach(() => {
  for (const socket of callers.splice(0)) socket.destroy();
  way.stop();
  server.close();
});

/** A client through the balancer; `heard` is what has come back to it. */
function caller() {
  const socket = connect(port, front);
  callers.push(socket);
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes));
  socket.on('error', () => undefined);
  return {
    closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
    say: (text: string) => socket.write(text),
    hears: (text: string) => eventually(() => expect(heard).toBe(text)),
    get heard() {
      return heard;
    },
  };
}

it('breaks connections when it is cut, refuses new ones, and lets them through when it is healed', async () => {
  const before = caller();
  before.say('one');
  await before.hears('one');

  way.cut();
  await before.closed;
  await caller().closed;

  way.heal();
  const after = caller();
  after.say('two');
  await after.hears('two');
});

it('holds back what is said while it is stalled, and brings all of it when it is healed', async () => {
  const [old, free] = [caller(), new Balancer('127.0.0.3', port)];
  old.say('one');
  await old.hears('one');

  way.stall();
  old.say('two');
  const late = caller();
  late.say('three');
  // Another client's bytes go the same way in the meantime.
  free.add('127.0.0.1');
  await free.start();
  const other = connect(port, free.host);
  callers.push(other);
  other.write('x');
  await once(other, 'data');
  free.stop();
  expect([old.heard, late.heard]).toEqual(['one', '']);

  way.heal();
  await old.hears('onetwo');
  await late.hears('three');
});
