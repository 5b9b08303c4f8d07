import { createServer, type Socket } from 'node:net';

/** A minimal SMTP server that accepts and stores every mail. */
export interface SmtpServer {
  url: string;
  /** The mails as received, with headers. */
  readonly received: string[];
  stop(): Promise<void>;
}

/** @param port 0: any free one */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    converse(socket, (mail) => received.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;

  return {
    url: `smtp://127.0.0.1:${boundPort}`,
    received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, onMail: (mail: string) => void): void {
  let buffered = '';
  let mail: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);

  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    buffered += chunk;
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      if (mail === undefined) {
        if (/^DATA/i.test(line)) mail = [];
        say(answerTo(line));
        if (/^QUIT/i.test(line)) socket.end();
      } else if (line === '.') {
        onMail(mail.join('\n'));
        mail = undefined;
        say('250 kept');
      } else {
        mail.push(line.replace(/^\./, ''));
      }
    }
  });
  say('220 ready');
}

function answerTo(line: string): string {
  if (/^(EHLO|HELO)/i.test(line)) return '250 here';
  if (/^DATA/i.test(line)) return '354 go on';
  if (/^QUIT/i.test(line)) return '221 bye';
  return '250 fine';
}
