import { mailboxFailing, mailboxRecovered } from '@parley/contracts';
import { describeWithProgram, eventually } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';
import { CuttingProxy } from '../../test/cutting-proxy.ts';
import { Dovecot, dovecotProgram } from '../../test/dovecot.ts';

const vera = 'Vera <vera@customer.example>';
const timeoutMs = 60_000;

describeWithProgram(dovecotProgram, 'a mailbox that is read by IMAP', () => {
  const harness = new ChannelsHarness();
  let dovecot: Dovecot;
  let proxy: CuttingProxy;
  /** Of one test alone: those of other tests may connect again at any time. */
  let ownProxy: CuttingProxy;
  let users = 0;
  /** Removed after each test, so that none goes on reading. */
  const read: Awaited<ReturnType<ChannelsHarness['mailbox']>>[] = [];

  beforeAll(async () => {
    dovecot = await Dovecot.start();
    proxy = await CuttingProxy.start(dovecot.ports.tls);
    ownProxy = await CuttingProxy.start(dovecot.ports.tls);
    const ports = [dovecot.ports.tls, dovecot.ports.starttls, proxy.port, ownProxy.port];
    await harness.start({
      env: { OUTBOUND_ALLOW: 'localhost', MAIL_PORTS: ports.join(','), MAIL_CA: dovecot.ca, MAIL_MAX_BYTES: '700000' },
    });
  });
  afterEach(async () => {
    proxy.cutAfter = undefined;
    await Promise.all(read.splice(0).map(({ owner, id }) => owner.deleteMailbox({ mailbox_id: id })));
  });
  afterAll(async () => {
    await harness.stop();
    await proxy?.stop();
    await ownProxy?.stop();
    await dovecot?.stop();
  });

  /** A user of the server whom a mailbox reads, once it does. */
  async function reading(more: Record<string, unknown> = {}) {
    users += 1;
    const username = `help${users}`;
    await dovecot.setPassword(username, 'good');
    const inbound = { type: 'imap' as const, host: 'localhost', port: dovecot.ports.tls, username, password: 'good' };
    const mailbox = await harness.mailbox({ inbound: { ...inbound, ...more } });
    read.push(mailbox);
    const state = async () => (await mailbox.owner.getMailbox({ mailbox_id: mailbox.id })).body.state;
    // The server may not know the user yet, and is asked again after 5 s.
    const isRead = { inbound: 'ok', last_ok_at: expect.any(String) };
    await eventually(async () => expect(await state()).toMatchObject(isRead), { timeoutMs });
    const append = (text: string, options?: { at?: Date }) =>
      dovecot.append(username, mailOf({ from: vera, to: mailbox.address, text }), options);
    /** Texts of what came in, the oldest first. */
    const arrived = async () => {
      await harness.service.settled();
      const rows = (await mailbox.ledger()).reverse();
      return rows.map(({ message, why, error, subject }) => (message ? subject : (why ?? error)));
    };
    const texts = async () => {
      await harness.service.settled();
      // Each mail is a request of its own, and they are made at the same time.
      const requests = new Set((await mailbox.ledger()).reverse().map(({ request_id }) => request_id));
      return [...requests].flatMap((id) =>
        harness.messages.filter(({ requestId }) => requestId === id).map(({ text }) => text),
      );
    };
    /** Connects again without waiting for its time, unless a session has the mailbox: that would put the time off when it ends. */
    const again = async () => {
      await harness.service.db.query('update imap_account set due_at = now() where id = $1 and holder is null', [
        mailbox.id,
      ]);
      harness.service.context.reader.wake();
    };
    /** Connects as often as it takes. */
    const untilRead = (expectation: () => unknown) =>
      eventually(
        async () => {
          await again();
          await expectation();
        },
        { timeoutMs },
      );
    return { ...mailbox, username, inbound, state, append, arrived, texts, again, untilRead };
  }

  it.each([
    ['TLS', () => ({ port: dovecot.ports.tls, secure: 'tls' })],
    ['STARTTLS', () => ({ port: dovecot.ports.starttls, secure: 'starttls' })],
  ])('takes what comes while it is connected by %s, and nothing from before it was made', async (_name, settings) => {
    users += 1;
    const username = `help${users}`;
    await dovecot.setPassword(username, 'good');
    const old = mailOf({ from: vera, to: 'x@shop.example', text: 'From last year' });
    await dovecot.append(username, old, { at: new Date('2025-01-01T00:00:00Z') });
    users -= 1;
    const { append, texts, ledger } = await reading(settings());
    await append('First');
    await append('Second');
    await eventually(async () => expect(await texts()).toEqual(['First', 'Second']));
    expect((await ledger()).map(({ via, state }) => [via, state])).toEqual([
      ['imap', 'routed'],
      ['imap', 'routed'],
    ]);
  });

  it('stores the bytes as they are on the server', async () => {
    const { username, address, ledger, append, texts } = await reading();
    const raw = Buffer.from([
      ...Buffer.from(mailOf({ from: vera, to: address, text: 'Latin-1: ' })),
      0xe4,
      0xff,
      13,
      10,
    ]);
    await dovecot.append(username, raw);
    await append('After it');
    await eventually(async () => expect(await texts()).toHaveLength(2));
    const id = (await ledger()).at(-1)?._id;
    const [stored] = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail where id = $1', [
      id,
    ]);
    expect(stored?.bytes.equals(raw)).toBe(true);
  });

  it('stores mails that are read in several pieces, also one that ends with a piece', async () => {
    const { username, address, ledger, texts } = await reading();
    const line = `${'x'.repeat(70)}\r\n`;
    const mails = [262_143, 262_144, 262_145, 600_000].map((size) => {
      const head = `X-Pad: \r\n${mailOf({ from: vera, to: address, text: '' })}`;
      const lines = Math.floor((size - head.length) / line.length);
      const pad = 'x'.repeat(size - head.length - lines * line.length);
      return Buffer.from(`${head.replace('X-Pad: ', `X-Pad: ${pad}`)}${line.repeat(lines)}`);
    });
    expect(mails.map(({ length }) => length)).toEqual([262_143, 262_144, 262_145, 600_000]);
    for (const mail of mails) await dovecot.append(username, mail);
    await eventually(async () => expect(await texts()).toHaveLength(mails.length), { timeoutMs });
    const rows = await harness.service.db.query<{ bytes: Buffer }>(
      'select bytes from raw_mail where id = any($1) order by id',
      [(await ledger()).map(({ _id }) => _id)],
    );
    expect(rows.map(({ bytes }, nth) => bytes.equals(mails[nth] ?? Buffer.alloc(0)))).toEqual(mails.map(() => true));
    expect(await harness.service.db.query('select from raw_piece')).toEqual([]);
  });

  it('goes on after a connection that is cut in the middle of a mail, and doubles none', async () => {
    const { append, texts, untilRead } = await reading({ port: proxy.port });
    await append('Before');
    await eventually(async () => expect(await texts()).toEqual(['Before']));
    const before = proxy.cuts;
    proxy.cut();
    proxy.cutAfter = 30_000;
    for (let nth = 0; nth < 5; nth += 1) await append(`${'x'.repeat(12_000)} ${nth}`);
    await untilRead(() => expect(proxy.cuts).toBeGreaterThan(before));
    proxy.cutAfter = undefined;
    await untilRead(async () => expect(await texts()).toHaveLength(6));
    expect((await texts()).map((text) => text.at(-1))).toEqual(['e', '0', '1', '2', '3', '4']);
  });

  it('reads on when an idle connection is dropped', async () => {
    const { append, texts, untilRead } = await reading({ port: proxy.port });
    const before = proxy.connections;
    proxy.cut();
    await append('After the drop');
    await untilRead(async () => expect(await texts()).toEqual(['After the drop']));
    expect(proxy.connections).toBeGreaterThan(before);
  });

  it('recognises its mails when the server gives them other UIDs, and takes those that it has not', async () => {
    const { username, append, texts, address, untilRead } = await reading();
    await append('Known');
    await eventually(async () => expect(await texts()).toEqual(['Known']));
    await dovecot.changeUidValidity(username);
    await dovecot.append(username, mailOf({ from: vera, to: address, text: 'New' }));
    await untilRead(async () => expect(await texts()).toEqual(['Known', 'New']));
  });

  it('is failing once its password was changed, says so, and takes all mail of the meantime, oldest first, with the right one', async () => {
    const { owner, id, people, username, inbound, append, texts, state, untilRead } = await reading();
    await append('Before');
    await eventually(async () => expect(await texts()).toEqual(['Before']));

    await dovecot.setPassword(username, 'changed');
    await untilRead(async () => {
      // One that the server did not yet know of would go on with the old password.
      await dovecot.endSessions(username);
      expect(await state()).toMatchObject({ inbound: 'failing', error: { code: 'auth_failed' } });
    });
    const failing = (await harness.service.outbox(mailboxFailing, people.projectId)).map(({ data }) => data);
    expect(failing).toMatchObject([{ mailbox: { _id: id }, error: { code: 'auth_failed' } }]);
    for (const text of ['One', 'Two', 'Three']) await append(text);

    await owner.updateMailbox({ mailbox_id: id, inbound: { ...inbound, password: 'changed' } });
    await eventually(async () => expect(await texts()).toEqual(['Before', 'One', 'Two', 'Three']), { timeoutMs });
    expect(await state()).toMatchObject({ inbound: 'ok' });
    expect(await state()).not.toHaveProperty('error');
    expect(await harness.service.outbox(mailboxRecovered, people.projectId)).toHaveLength(1);
  });

  it('leaves a mail that is too large on the server, says so, and goes on with the next', async () => {
    const { append, arrived } = await reading();
    await append('x'.repeat(800_000));
    await append('Small');
    await eventually(async () => expect(await arrived()).toEqual(['too_large', 'Order']), { timeoutMs });
  });

  it('sets a mail aside at which sessions end again and again, and reads the next', async () => {
    const { username, append, arrived, untilRead } = await reading({ port: proxy.port });
    const before = proxy.cuts;
    proxy.cut();
    proxy.cutAfter = 60_000;
    await append(`Poison ${'x'.repeat(150_000)}`);
    const attempts = 4;
    await untilRead(() => expect(proxy.cuts).toBeGreaterThanOrEqual(before + attempts));
    await append('Next');
    await untilRead(async () => expect(await arrived()).toEqual(['unreadable_on_server', 'Order']));
    expect(await dovecot.as(username, (client) => client.status('INBOX', { messages: true }))).toMatchObject({
      messages: 2,
    });
  });

  it.each([
    ['keep', { seen: 0, left: 2, moved: 0 }],
    ['seen', { seen: 2, left: 2, moved: 0 }],
    ['move:Done', { seen: 0, left: 0, moved: 2 }],
  ])('does with stored mails on the server what after says: %s', async (after, expected) => {
    const { username, append, texts } = await reading({ after });
    await append('One');
    await append('Two');
    await eventually(async () => expect(await texts()).toEqual(['One', 'Two']));
    await eventually(async () => {
      const found = await dovecot.as(username, async (client) => {
        const inbox = await client.status('INBOX', { messages: true, unseen: true });
        const done = await client.status('Done', { messages: true });
        const { messages: left = -1, unseen = 0 } = inbox || {};
        const { messages: moved } = done || { messages: -1 };
        return { seen: left - unseen, left, moved };
      });
      expect(found).toEqual(expected);
    });
  });

  it('is read by one replica at a time, and by another when that ends', async () => {
    const other = await harness.replica({
      env: harness.service.env,
      databaseUrl: harness.service.databaseUrl,
    });
    const { id, append, texts, again } = await reading({ port: ownProxy.port });
    await append('One');
    await eventually(async () => expect(await texts()).toEqual(['One']), { timeoutMs });
    const opened = ownProxy.connections;
    for (const { context } of [harness.service, other]) context.reader.wake();
    await append('Two');
    await eventually(async () => expect(await texts()).toEqual(['One', 'Two']), { timeoutMs });
    expect(ownProxy.connections).toBe(opened);

    // As if the process that holds it had died: its lease runs out.
    await harness.service.context.reader.stop();
    await again();
    other.context.reader.wake();
    await append('Three');
    await eventually(async () => expect(await texts()).toEqual(['One', 'Two', 'Three']), { timeoutMs });
    const [row] = await harness.service.db.query<{ holder: string }>('select holder from imap_account where id = $1', [
      id,
    ]);
    expect(row?.holder).not.toBeNull();
    await other.stop();
  });
});
