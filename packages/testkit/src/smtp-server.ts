import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server has taken. */
export interface TakenMail {
  /** Of the envelope; empty for `<>`. */
  from: string;
  to: string[];
  /** With headers, its lines ended by `\n`. */
  text: string;
}

/**
 * What goes wrong with the next mail: an answer of the server at this step, a connection that is cut there, or, with `taken`, one that
 * is cut after the server has taken the mail, so that the sender hears nothing of it.
 */
export type SmtpFault =
  | { at: 'from' | 'to' | 'data'; answer: number; text?: string }
  | { at: 'data' | 'taken'; cut: true };

/** A real SMTP server of a test, which takes every mail unless a fault is due. */
export interface SmtpServer {
  url: string;
  port: number;
  readonly mails: TakenMail[];
  /** Their texts. */
  readonly received: string[];
  /** One for each mail to come, in this order; `undefined` is none. */
  readonly faults: (SmtpFault | undefined)[];
  /** Sessions that were signed in. */
  readonly users: string[];
  /** Called with each mail before it is answered. */
  onMail: (mail: TakenMail) => Promise<void> | undefined;
  stop(): Promise<void>;
}

interface SmtpServerSetup extends Pick<SMTPServerOptions, 'key' | 'cert' | 'secure'> {
  /** 0: any free one. */
  port?: number;
  /** Sign-in that is asked for. */
  user?: { name: string; password: string };
  /** Names by the access tokens that are valid (XOAUTH2). */
  tokens?: ReadonlyMap<string, string>;
}

export async function startSmtpServer({ port = 0, user, tokens, ...tls }: SmtpServerSetup = {}): Promise<SmtpServer> {
  const faults: SmtpServer['faults'] = [];
  const under = new WeakMap<object, SmtpFault>();
  const refusalAt = (session: object, step: string) => {
    const fault = under.get(session);
    return fault && 'answer' in fault && fault.at === step ? answerOf(fault) : undefined;
  };
  const isUser = (name: string, password: string) => name === user?.name && password === user.password;
  const smtp = new SMTPServer({
    ...tls,
    ...{
      authOptional: user === undefined && !tokens,
      authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 200,
    },
    ...(tls.cert ? {} : { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    onAuth({ username, password, accessToken }, _session, done) {
      const name = username ?? '';
      const isRight = accessToken ? tokens?.get(accessToken) === name : isUser(name, password ?? '');
      if (isRight) server.users.push(name);
      done(isRight ? null : Object.assign(new Error('wrong'), { responseCode: 535 }), { user: name });
    },
    onMailFrom(_address, session, done) {
      const fault = faults.shift();
      if (fault) under.set(session, fault);
      else under.delete(session);
      done(refusalAt(session, 'from'));
    },
    onRcptTo: (_address, session, done) => done(refusalAt(session, 'to')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const fault = under.get(session);
        const { mailFrom, rcptTo } = session.envelope;
        const text = Buffer.concat(chunks).toString().replaceAll('\r\n', '\n');
        const mail = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text };
        if (fault?.at === 'data') return 'cut' in fault ? cut() : done(answerOf(fault));
        await server.onMail(mail);
        server.mails.push(mail);
        server.received.push(text);
        return fault?.at === 'taken' ? cut() : done();
      });
    },
  });
  const cut = () => {
    for (const connection of smtp.connections as Set<{ _socket: { destroy(): void } }>) connection._socket.destroy();
  };
  smtp.on('error', () => {});
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  smtp.server.once('error', reject);
  smtp.listen(port, '127.0.0.1', resolve);
  await promise;
  const bound = (smtp.server.address() as { port: number }).port;
  const server: SmtpServer = {
    ...{ url: `smtp://127.0.0.1:${bound}`, port: bound, mails: [], received: [], faults, users: [] },
    onMail: () => undefined,
    stop: () => new Promise((done) => smtp.close(() => done())),
  };
  return server;
}

function answerOf(fault: { answer: number; text?: string }): Error {
  return Object.assign(new Error(fault.text ?? 'a fault of the test'), { responseCode: fault.answer });
}
