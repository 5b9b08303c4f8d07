import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

import { minimalTables } from './minimal-tables.ts';
import { parleyTables } from './parley-tables.ts';
import type { Statements } from './statements.ts';

/*
 * What the mesh is measured against: `node:http`, `pg`, and one prepared statement for each call. No gateway, no token, no validation,
 * no roles, no consumers of events.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true });
const statements: Statements = process.env.TABLES === 'minimal' ? minimalTables : parleyTables;

const server = createServer((req, res) => {
  answer(req)
    .then((json) =>
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json),
    )
    .catch((error: Error) => res.writeHead(500).end(error.message));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
const stop = () => server.close(() => pool.end().then(() => process.exit(0))).closeAllConnections();
process.on('SIGTERM', stop);
process.on('disconnect', stop);

/**
 * The JSON of PostgreSQL, as it comes. Calls have the paths of the mesh; who writes the first message of a request stands in a header,
 * as there are no tokens.
 */
async function answer(req: IncomingMessage): Promise<string> {
  const [path = '', query = ''] = (req.url ?? '').split('?');
  const [, , project = '', , request = '', messages] = path.split('/');
  if (req.method === 'POST') {
    const said = { project, request, ...(JSON.parse(await textOf(req)) as { text: string; attributes: object }) };
    const visitor = req.headers['bench-visitor'];
    return jsonOf(visitor ? statements.first({ ...said, visitor: String(visitor) }) : statements.send(said));
  }
  if (messages) return jsonOf(statements.messages(project, request, Number(new URLSearchParams(query).get('limit'))));
  return jsonOf(request ? statements.get(project, request) : statements.requests(project));
}

async function jsonOf(statement: pg.QueryConfig): Promise<string> {
  const [row] = (await pool.query<{ json: string }>(statement)).rows;
  if (!row) throw new Error('There is no such request.');
  return row.json;
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
