/**
 * An external bot as a customer would write one: a process of its own that knows its secret and the address of the API. It is given
 * the secret by its parent, and reports the port on which it listens.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

interface Call {
  payload: {
    text: string;
    id_project: string;
    attributes: { other?: string; elsewhere?: string };
    request: { request_id: string };
  };
  token: string;
}

const api = process.env.API ?? '';
let webhook: Webhook | undefined;
process.on('message', ({ secret }: { secret: string }) => {
  webhook = new Webhook(secret);
  process.send?.({ knows: true });
});

const server = createServer(async (req, res) => {
  const text = Buffer.concat(await req.toArray()).toString();
  try {
    webhook?.verify(text, req.headers as Record<string, string>);
  } catch {
    res.writeHead(401).end();
    return;
  }
  const call = JSON.parse(text) as Call;
  const { payload, token } = call;
  const say = (words: string, requestId = payload.request.request_id) =>
    fetch(`${api}/v3/${payload.id_project}/requests/${requestId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `JWT ${token}` },
      body: JSON.stringify({ text: words }),
    });

  if (payload.text === 'fail') return void res.writeHead(500).end();
  if (payload.text === 'body') return void res.end(JSON.stringify({ text: 'in the body', parameters: { seen: true } }));
  res.end('{"success":true}');
  if (payload.text === 'elsewhere') {
    const { other = '', elsewhere = '' } = payload.attributes;
    const read = (path: string, project = payload.id_project) =>
      fetch(`${api}/v3/${project}/${path}`, { headers: { authorization: `JWT ${token}` } });
    const statuses = [(await say('I should not be here', other)).status];
    for (const path of [
      `requests/${other}`,
      `requests/${other}/messages`,
      'project_users',
      'faq_kb/secret',
      'analytics',
    ])
      statuses.push((await read(path)).status);
    for (const path of ['requests', 'bots', 'leads']) statuses.push((await read(path, elsewhere)).status);
    const { count } = (await (await read('requests')).json()) as { count: number };
    await say(`${statuses.join(' ')}; ${count} request`);
    return;
  }
  await say(`You said: ${payload.text}`);
  await say('And that was all.');
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
