import { eventually } from '@parley/testkit';

import { type Customer, newUser, startMesh, type TestMesh } from './mesh.ts';

let mesh: TestMesh;
beforeAll(async () => {
  mesh = await startMesh();
}, 60_000);
afterAll(() => mesh?.stop(), 60_000);

async function newShop() {
  const ada = (await newUser(mesh.url, 'Ada')).customer;
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const address = `help@${project._id}.example`;
  const { body: mailbox } = await ada.call('POST', `${at}/mailboxes`, {
    ...{ address, name: 'Shop', inbound: { type: 'webhook' } },
  });
  const send = async (mail: string) => {
    const headers = { authorization: `Bearer ${mailbox.secret}`, 'content-type': 'message/rfc822' };
    const answer = await fetch(mailbox.inbound.url.replace(/^.*(?=\/v3)/, mesh.url), {
      method: 'POST',
      headers,
      body: mail,
    });
    return { status: answer.status, body: (await answer.json()) as { status?: string; code?: string } };
  };
  return { ada, at, address, send, projectId: project._id as string, mailbox };
}

const headersOf = (lines: Record<string, string>) =>
  Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Mails are worked on after they are acknowledged, and again after a while where a service did not answer. */
const patience = { timeoutMs: 15_000 };

/** The one request of a shop, once there is one. */
function theRequest(ada: Customer, at: string) {
  return eventually(async () => {
    const { body } = await ada.call('GET', `${at}/requests`);
    expect(body.requests).toHaveLength(1);
    return body.requests[0];
  }, patience);
}

it('makes a request of a mail and messages of its answers, in the name of one contact, and once each', async () => {
  const { ada, at, address, send, mailbox } = await newShop();
  const about = { From: 'Vera Vogel <vera@customer.example>', To: address };
  const first = `${headersOf({ ...about, Subject: 'My order', 'Message-ID': '<1@customer.example>' })}\r\nWhere is my parcel?\r\n`;
  const answered = { ...about, Subject: 'Re: My order', 'In-Reply-To': '<1@customer.example>' };
  const second = `${headersOf({ ...answered, 'Message-ID': '<2@customer.example>' })}\r\nIt is number 7.\r\n\r\nOn Mon, 1 Jan 2026 at 10:00, Shop <${address}> wrote:\r\n> Which one?\r\n`;
  expect([await send(first), await send(first)].map(({ body }) => body.status)).toEqual(['stored', 'known']);
  expect((await send(second)).status).toBe(200);

  const made = await theRequest(ada, at);
  expect(made).toMatchObject({
    ...{ subject: 'My order', first_text: 'Where is my parcel?', channel: { name: 'email' } },
    lead: { lead_id: 'email:vera@customer.example', fullname: 'Vera Vogel', email: 'vera@customer.example' },
  });
  const request = made.request_id;
  // The answer waits for the mail that it answers.
  const said = await eventually(async () => {
    const { body: messages } = await ada.call('GET', `${at}/requests/${request}/messages`);
    const hers = messages.filter(({ sender }: { sender: string }) => sender === 'email:vera@customer.example');
    expect(hers.map(({ text }: { text: string }) => text)).toEqual(['Where is my parcel?', 'It is number 7.']);
    return hers;
  }, patience);
  expect(said[1].attributes.mail).toMatchObject({ in_reply_to: '1@customer.example', from: { name: 'Vera Vogel' } });
  expect(said[1].attributes.mail.full_text).toContain('> Which one?');

  const { body: ledger } = await ada.call('GET', `${at}/mailboxes/${mailbox._id}/inbound`);
  expect(ledger.mails.map(({ state, request_id }: Record<string, string>) => [state, request_id])).toEqual(
    Array(2).fill(['routed', request]),
  );
});

it('takes no mail with a secret of another project, nor with the token of a person', async () => {
  const [mine, theirs] = [await newShop(), await newShop()];
  const mail = 'From: eve@stranger.example\r\nSubject: x\r\n\r\nx\r\n';
  const url = `${mesh.url}/v3/mail/inbound/${mine.mailbox._id}`;
  for (const authorization of [`Bearer ${theirs.mailbox.secret}`, 'Bearer x', 'JWT x', '']) {
    const headers = { authorization, 'content-type': 'message/rfc822' };
    const answer = await fetch(url, { method: 'POST', headers, body: mail });
    expect(answer.status).toBe(401);
  }
  expect((await mine.send(mail)).status).toBe(200);
});

it('reopens a closed request by a mail of its requester, and erases the mails of a person with them', async () => {
  const { ada, at, address, send, mailbox } = await newShop();
  const about = { From: 'sappho@lesbos.example', To: address, Subject: 'Lyre' };
  await send(`${headersOf({ ...about, 'Message-ID': '<lyre@lesbos.example>' })}\r\nMy lyre is broken\r\n`);
  const request = await theRequest(ada, at);
  await ada.call('PUT', `${at}/requests/${request.request_id}/close`);
  const answer = { ...about, 'In-Reply-To': '<lyre@lesbos.example>', 'Message-ID': '<more@lesbos.example>' };
  await send(`${headersOf(answer)}\r\nStill broken\r\n`);
  await eventually(async () => {
    const { body: reopened } = await ada.call('GET', `${at}/requests/${request.request_id}`);
    expect(reopened.status).not.toBe(1000);
  }, patience);

  const { status } = await ada.call('POST', `${at}/leads/${request.lead._id}/erasures`, {});
  expect(status).toBe(200);
  await eventually(async () => {
    const { body: ledger } = await ada.call('GET', `${at}/mailboxes/${mailbox._id}/inbound`);
    expect(ledger.mails).toEqual([]);
  });
});
