import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/*
 * What the mesh is measured against: the same durable work on the same tables with `node:http` and `pg` and nothing else. No gateway, no
 * token, no validation, no roles, no events but the row. The best such a program can do: prepared statements, pipelined transactions.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true });

const server = createServer((req, res) => {
  answer(req)
    .then((body) => {
      const text = JSON.stringify(body);
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
    })
    .catch((error: Error) => res.writeHead(500).end(error.message));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => server.close(() => pool.end().then(() => process.exit(0))).closeAllConnections());

async function answer(req: IncomingMessage): Promise<unknown> {
  const [path = '', query = ''] = (req.url ?? '').split('?');
  const [, , projectId = '', , requestId = ''] = path.split('/');
  if (req.method === 'POST') return send(projectId, requestId, JSON.parse(await textOf(req)));
  if (requestId) return listMessages(projectId, requestId, Number(new URLSearchParams(query).get('limit') ?? 40));
  return listRequests(projectId);
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const lockRequest = {
  name: 'lock',
  text: `select r.*, h.version, h.last_seq, l.record as lead, d.record as department
    from request r join request_head h using (id_project, id)
    left join copy_lead l on l.id_project = r.id_project and l.id = r.lead_id
    left join copy_department d on d.id_project = r.id_project and d.id = r.department_id
    where r.id_project = $1 and r.request_id = $2 for update of h`,
};
const insertMessage = {
  name: 'message',
  text: `insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type, attributes, status, channel, audience)
    values ($1, $2, $3, $4, $5, $5, $6, $6, $7, $8, 'text', $9, 200, 'chat21', 'all')`,
};
const moveHead = {
  name: 'head',
  text: 'update request_head set last_seq = $3, updated_at = $4, active_at = $4 where id_project = $1 and id = $2',
};
const insertEvent = {
  name: 'event',
  text: `insert into outbox (id_project, id, partition_key, shard, seq, type, event) values ($1, $2, $3, 0, nextval('outbox_seq'), 'message.created', $4)`,
};

async function send(
  projectId: string,
  requestId: string,
  { text, attributes }: { text: string; attributes: object },
): Promise<unknown> {
  const client = await pool.connect();
  try {
    const begun = client.query('begin');
    const { rows } = await client.query({ ...lockRequest, values: [projectId, requestId] });
    await begun;
    const [request] = rows;
    const at = new Date();
    const message = {
      _id: newId(),
      seq: request.last_seq + 1,
      sender: request.requester,
      senderFullname: request.lead?.fullname ?? 'Guest',
      recipient: requestId,
      text,
      attributes,
      type: 'text',
      status: 200,
      createdAt: at,
      updatedAt: at,
    };
    const event = JSON.stringify({ id: newId(), type: 'message.created', time: at, data: { message, request } });
    await Promise.all([
      client.query({
        ...insertMessage,
        values: [
          projectId,
          request.id,
          message.seq,
          message._id,
          at,
          message.sender,
          message.senderFullname,
          text,
          JSON.stringify(attributes),
        ],
      }),
      client.query({ ...moveHead, values: [projectId, request.id, message.seq, at] }),
      client.query({ ...insertEvent, values: [projectId, newId(), request.id, event] }),
      client.query('commit'),
    ]);
    return { ...message, request };
  } finally {
    client.release();
  }
}

async function listMessages(projectId: string, requestId: string, limit: number): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'messages',
    text: `select m.* from message m where m.id_project = $1
      and m.request = (select r.id from request r where r.id_project = $1 and r.request_id = $2) order by m.seq limit $3`,
    values: [projectId, requestId, limit],
  });
  return rows;
}

async function listRequests(projectId: string): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'requests',
    text: `with page as (
        select * from request where id_project = $1 and status < 1000 and not preflight order by created_at desc, id desc limit 40
      )
      select page.*, h.version, h.last_seq, l.record as lead, d.record as department,
        (select count(*)::int from request where id_project = $1 and status < 1000 and not preflight) as total
      from page join request_head h using (id_project, id)
      left join copy_lead l on l.id_project = page.id_project and l.id = page.lead_id
      left join copy_department d on d.id_project = page.id_project and d.id = page.department_id
      order by page.created_at desc, page.id desc`,
    values: [projectId],
  });
  return { perPage: 40, count: rows[0]?.total ?? 0, requests: rows };
}

function newId(): string {
  return Math.floor(Date.now() / 1000).toString(16) + randomBytes(8).toString('hex');
}
