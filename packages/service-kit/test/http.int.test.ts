import { connect } from 'node:net';

import { actor, anonymous, personasOf, startTestService, type TestService } from '@parley/testkit';
import { SignJWT } from 'jose';

import { actorTokens } from '../src/security/actor-token.ts';
import { logInto } from './toy/log.ts';
import { toyApi } from './toy/toy.api.ts';
import { startToy, type ToyContext } from './toy/toy.service.ts';

const { ada, alan, vera, robby, projectId } = personasOf();
const unknownId = '0123456789abcdef01234567';
const log: string[] = [];
let toy: TestService<typeof toyApi, ToyContext>;

beforeAll(async () => {
  toy = await startTestService(startToy, { api: toyApi, log: logInto(log) });
});

afterAll(() => toy.stop());

describe('addresses', () => {
  it('answers with and without a trailing slash, and under an alias', async () => {
    const headers = await headersOf(vera);
    const base = `${toy.addresses.http}/v3/${projectId}`;

    const answers = await Promise.all([
      fetch(`${base}/notes`, { headers }),
      fetch(`${base}/notes/?page=1`, { headers }),
      fetch(`${base}/jottings`, { headers }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('answers an address that is none with route_not_found', async () => {
    const answer = await raw('GET', `/v3/${projectId}/notebooks`);

    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'route_not_found', success: false, requestId: expect.any(String) },
    });
  });

  it('says which methods an address takes', async () => {
    const answer = await raw('DELETE', `/v3/${projectId}/notes`);

    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it.each(['/v3/%/notes', '/v3/%E0%A4%A/notes', '/v3/%ff/notes'])(
    'takes the malformed address %s for none',
    async (path) => {
      expect(await raw('GET', path)).toMatchObject({ status: 404 });
    },
  );

  it.each([unknownId, 'x', "' or 1=1 --", '\0', 'é', 'a'.repeat(600)])('answers the id %j with a 404', async (id) => {
    expect((await toy.as(vera).getNote({ note_id: id })).status).toBe(404);
  });

  it("answers a malformed id with the endpoint's own code", async () => {
    expect((await toy.as(vera).getNote({ note_id: 'x' })).body.code).toBe('note_not_found');
  });
});

describe('callers', () => {
  it('refuses a call without an actor token', async () => {
    const answer = await raw('GET', `/v3/${projectId}/notes`, { headers: {} });

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('refuses a token made for another service', async () => {
    const token = await actorTokens({ key: actorKey(), service: 'gateway' }).sign(vera, 'bots');

    expect((await withToken(token)).status).toBe(401);
  });

  it('refuses a token past its end', async () => {
    expect((await withToken(await ownToken({ expires: -60 }))).status).toBe(401);
  });

  it('refuses a token under another key, and a token of a service', async () => {
    const otherKey = new Uint8Array(32).fill(7);
    const forged = await actorTokens({ key: otherKey, service: 'gateway' }).sign(vera, 'webhooks');
    const ofService = await ownToken({ typ: 'parley-service+jwt' });

    expect((await withToken(forged)).status).toBe(401);
    expect((await withToken(ofService)).status).toBe(401);
    expect((await withToken(await ownToken({}))).status).toBe(200);
  });

  it('refuses an actor of another project, a role too low and a kind that may not', async () => {
    const stranger = actor({ role: 'owner' });

    const answers = await Promise.all([
      toy.as(stranger).listNotes({ id_project: projectId }),
      toy.as(vera).updateNote({ note_id: unknownId, text: 'x' }),
      toy.as(robby).listNotes(),
      toy.as(vera).whoAmI(),
      toy.as(anonymous).whoAmI(),
    ]);

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_a_member'],
      [403, 'role_too_low'],
      [403, 'role_too_low'],
      [403, 'users_only'],
      [401, 'unauthorized'],
    ]);
  });

  it('lets anybody call what is public', async () => {
    expect((await toy.as(anonymous).greet()).body).toMatchObject({ hello: 'none' });
  });
});

describe('bodies', () => {
  it('answers a body that is no JSON as plain text', async () => {
    const answer = await toy.as(vera).createNote({}, { body: '{"text":' });

    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe('The body is not valid JSON.');
  });

  it('answers bytes that are no UTF-8 the same way', async () => {
    const answer = await toy.as(vera).createNote({}, { body: Buffer.from([0x22, 0xff, 0x22]) });

    expect(answer.status).toBe(400);
  });

  it('lists every fault of query and body at once, and never the value of a secret', async () => {
    const answer = await toy
      .as(alan)
      .updateNote({ note_id: unknownId, text: '', password: 'short', size: 12 }, { query: { force: 'maybe' } });

    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.errors).toEqual([
      { param: 'force', location: 'query', msg: expect.any(String), value: 'maybe' },
      { param: 'text', location: 'body', msg: expect.any(String), value: '' },
      { param: 'password', location: 'body', msg: expect.any(String) },
      { param: 'size', location: 'body', msg: expect.any(String), value: 12 },
    ]);
  });

  it('calls a missing member required', async () => {
    const answer = await toy.as(vera).createNote({});

    expect(answer.body.errors).toEqual([{ param: 'text', location: 'body', msg: 'Required' }]);
  });

  it.each([['{"text":"\\u0000"}'], ['{"text":"\\ud800"}'], ['{"text":"ok","attributes":{"deep":["\\udc00 "]}}']])(
    'refuses text that cannot be stored: %s',
    async (body) => {
      expect(await toy.as(vera).createNote({}, { body })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      });
    },
  );

  it('refuses such text in the query', async () => {
    expect(await raw('GET', `/v3/${projectId}/notes?tag=%00`)).toMatchObject({ status: 422 });
  });

  it('refuses nesting without end', async () => {
    const body = `{"text":"x","attributes":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;

    expect(await toy.as(vera).createNote({}, { body })).toMatchObject({ status: 422 });
  });

  it('takes members that name a prototype for members like any other', async () => {
    const body =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"kept":{"__proto__":{"polluted":true}}}';

    const answer = await toy.as(vera).echoNote({}, { body });

    const kept = (answer.body as { kept?: { polluted?: boolean } }).kept;
    expect(answer.status).toBe(200);
    expect([kept?.polluted, ({} as { polluted?: boolean }).polluted]).toEqual([undefined, undefined]);
    expect(answer.body).not.toHaveProperty('polluted');
  });

  it('hands an array over as items', async () => {
    expect((await toy.as(vera).createNotes({ items: [{ text: 'a' }, { text: 'b' }] })).body).toEqual({ count: 2 });
  });

  it('wants JSON to be called so, but no type for an empty body', async () => {
    const wrong = await toy.as(vera).createNote({}, { body: 'text=x', headers: { 'content-type': 'text/plain' } });
    const empty = await toy.as(vera).echoNote({}, { body: '', headers: { 'content-type': '' } });

    expect(wrong).toMatchObject({
      status: 415,
      body: { code: 'content_type_wrong', accepted: ['application/json'], received: 'text/plain' },
    });
    expect(empty.status).toBe(200);
  });

  it('refuses a body over the limit and says the limit', async () => {
    const answer = await toy.as(vera).createNote({ text: 'x'.repeat(600_000) });

    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large', limit: 500_000 } });
  });

  it('stops reading a body of unknown length at the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(stream) {
        sent += 65_536;
        stream.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const request = fetch(`${toy.addresses.http}/v3/${projectId}/notes`, {
      method: 'POST',
      headers: { ...(await headersOf(vera)), 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit);

    expect((await request).status).toBe(413);
    expect(sent).toBeLessThan(500_000_000);
  });

  it('leaves the streams of a raw endpoint to its operation', async () => {
    const answer = await toy.as(vera).uploadNote({}, { body: Buffer.alloc(700_000) });

    expect(answer).toMatchObject({ status: 201, body: { size: 700_000 } });
  });

  it('reads a repeated query member as an array', async () => {
    const answer = await toy.as(vera).listNotes({}, { query: { tag: ['a', 'b'], page: '1' } });

    expect(answer.body).toMatchObject({ tag: ['a', 'b'], page: '1' });
  });
});

describe('versions', () => {
  it('tags a record with its version, and answers 304 to callers that have it', async () => {
    const { body } = await toy.as(vera).createNote({ text: 'x' });

    const first = await toy.as(vera).getNote({ note_id: body._id });
    const again = await toy.as(vera).getNote({ note_id: body._id }, { headers: { 'if-none-match': '"7", W/"0"' } });
    const stale = await toy.as(vera).getNote({ note_id: body._id }, { headers: { 'if-none-match': '"7"' } });

    expect(first.headers.etag).toBe('"0"');
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: '"0"' } });
    expect(stale.status).toBe(200);
  });

  it('refuses a change of a version that is gone', async () => {
    const { body } = await toy.as(vera).createNote({ text: 'x' });
    const update = (tag: string) =>
      toy.as(alan).updateNote({ note_id: body._id, text: 'y' }, { headers: { 'if-match': tag } });

    expect(await update('"3"')).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect(await update('"0"')).toMatchObject({ status: 200, body: { __v: 1 } });
  });

  it.each(['3', '"3', '3"', '"a" "b"'])('refuses the malformed tag %s', async (tag) => {
    const answer = await toy.as(alan).updateNote({ note_id: unknownId, text: 'y' }, { headers: { 'if-match': tag } });

    expect(answer).toMatchObject({ status: 400, body: { code: 'header_malformed' } });
  });
});

describe('failures', () => {
  it('reveals nothing of an unknown failure but its request id, and logs it without secrets', async () => {
    log.length = 0;
    const answer = await toy.as(vera).explode({}, { headers: { 'x-request-id': 'call-of-vera' } });

    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      ...{ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal', success: false },
      ...{ msg: 'Something went wrong on our side.', error: 'Something went wrong on our side.' },
      requestId: 'call-of-vera',
    });
    const [line = ''] = log;
    expect(JSON.parse(line)).toMatchObject({
      ...{
        level: 'error',
        operation: 'explode',
        outcome: 'failed',
        code: 'internal',
        requestId: 'call-of-vera',
        projectId,
      },
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      durationMs: expect.any(Number),
    });
    expect(line).toContain('toy.service.ts');
    expect(line).not.toContain('ada@');
  });

  it('never lets an answer that breaks its contract pass a test', async () => {
    expect((await toy.as(vera).misfit()).status).toBe(500);
  });

  it('never lets a refusal that its contract does not list pass a test', async () => {
    expect((await toy.as(vera).misfit({ refuse: 'with request_closed' })).status).toBe(500);
  });

  it('survives a caller that hangs up in the middle of its body', async () => {
    const { port } = new URL(toy.addresses.http);
    const token = (await headersOf(vera))['parley-actor'];
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /v3/${projectId}/notes HTTP/1.1\r\nHost: x\r\nParley-Actor: ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });

    expect((await toy.as(ada).listNotes()).status).toBe(200);
  });
});

function actorKey(): Uint8Array {
  return new Uint8Array(Buffer.from(toy.env.ACTOR_KEY ?? '', 'base64url'));
}

async function headersOf(caller: typeof vera): Promise<Record<string, string>> {
  return { 'parley-actor': await actorTokens({ key: actorKey(), service: 'gateway' }).sign(caller, 'webhooks') };
}

function ownToken({ expires = 60, typ = 'parley-actor+jwt' }: { expires?: number; typ?: string }): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ actor: vera })
    .setProtectedHeader({ alg: 'HS256', typ })
    .setIssuer('gateway')
    .setAudience('webhooks')
    .setExpirationTime(now + expires)
    .sign(actorKey());
}

function withToken(token: string) {
  return raw('GET', `/v3/${projectId}/notes`, { headers: { 'parley-actor': token } });
}

async function raw(method: string, path: string, { headers }: { headers?: Record<string, string> } = {}) {
  const response = await fetch(`${toy.addresses.http}${path}`, { method, headers: headers ?? (await headersOf(vera)) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
