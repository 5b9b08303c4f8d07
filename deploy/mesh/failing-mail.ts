import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import { newId } from '@parley/service-kit/call';

import type { Shop } from './provocations.ts';

/** More than leave a mailbox in the time that one waits for a server which is silent. */
const mails = 16;

export interface FailingMail {
  /** For `MAIL_PORTS`. */
  ports: string;
  /** Sends by both: one mailbox cannot sign in, the other's mails leave late. */
  send(shop: Pick<Shop, 'id' | 'owner'>): Promise<void>;
  stop(): void;
}

/** Two mail servers: one refuses every sign-in, the other greets and says nothing more. */
export async function startFailingMail(): Promise<FailingMail> {
  const [refusing, silent] = [await listen(refuse), await listen(() => undefined)];
  return {
    ports: `${refusing.port},${silent.port}`,
    async send({ id, owner }) {
      for (const [{ port }, count] of [[refusing, 1] as const, [silent, mails] as const]) {
        const login = { username: 'shop', password: newId() };
        const { status, body: box } = await owner.call('POST', `/${id}/mailboxes`, {
          ...{ address: `${newId()}@shop.example`, name: 'Shop', inbound: { type: 'none' } },
          outbound: { type: 'smtp', host: '127.0.0.1', port, secure: 'none', ...login },
        });
        expect([status, box]).toEqual([200, expect.anything()]);
        for (let nth = 0; nth < count; nth++) {
          const letter = { to: `${newId()}@customer.example`, subject: 'Order', text: 'It leaves today.' };
          const begun = await owner.call('POST', `/${id}/mailboxes/${box._id}/conversations`, letter);
          expect([begun.status, begun.body]).toEqual([200, expect.anything()]);
        }
      }
    },
    stop() {
      for (const { end } of [refusing, silent]) end();
    },
  };
}

async function listen(answer: (socket: Socket, line: string) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => answer(socket, bytes.toString()));
    socket.write('220 mail.example ESMTP\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, end };
}

function refuse(socket: Socket, line: string): void {
  const isGreeting = line.startsWith('EHLO');
  const isSignIn = line.startsWith('AUTH');
  socket.write(isGreeting ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : isSignIn ? '535 5.7.8 No\r\n' : '250 OK\r\n');
}
