import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createParley, signIn } from '@parley/sdk';
import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { eventually, testServer } from '@parley/testkit';
import { SignJWT } from 'jose';

import { Customer, startMesh, type TestMesh } from './mesh.ts';
import { done, guideCommands, outcomeOf, readArchive, temporaryFolder, transfer } from './transfer-program.ts';

const writer = fileURLToPath(new URL('../../transfer/test/write-tiledesk-dump.ts', import.meta.url));
const exportWriter = fileURLToPath(new URL('../../transfer/test/write-export.ts', import.meta.url));

interface Facts {
  projectId: string;
  owner: { email: string; password: string };
  visitor: { leadId: string; requests: number };
  customerSecret: string;
  files: { path: string; bytes: { type: 'Buffer'; data: number[] }; fault?: string }[];
  requests: number;
  messages: number;
  highestTicket: number;
}

describe('a project that comes from Tiledesk', () => {
  let mesh: TestMesh;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let facts: Facts;
  let owner: Customer;

  beforeAll(async () => {
    // Below the size of a file of the dump.
    mesh = await startMesh({ MEDIA_FILE_BYTES: '100000', MEDIA_IMAGE_BYTES: '100000' });
    folder = await temporaryFolder();
    const dump = join(folder.path, 'dump');
    // Six days apart: two years.
    facts = JSON.parse(execFileSync(process.execPath, [writer, dump, '120', '144'], { encoding: 'utf8' })) as Facts;
    // As the guide has it: a rehearsal, of a dump that is older and smaller, then the move.
    const older = join(folder.path, 'older');
    execFileSync(process.execPath, [writer, older, '20'], { encoding: 'utf8' });
    const work = join(folder.path, 'work');
    const commandsFor = (of: string) =>
      guideCommands('From Tiledesk', {
        ...{ ' dump': ` ${of}`, 'parley-transfer/<project>': join(work, facts.projectId) },
      });
    const [load = [], discard = []] = await commandsFor(older);
    const options = ['--project', facts.projectId, '--work', work];
    expect((await transfer(mesh, [...load, ...options])).code).toBe(2);
    expect(await outcomeOf(mesh, discard)).toBe(done);
    const [again = [], , activate = []] = await commandsFor(dump);
    // Complete, with the rows that no project can have in the quarantine.
    const { code, output } = await transfer(mesh, [...again, ...options]);
    expect([code, output]).toEqual([2, expect.stringContaining(`project ${facts.projectId}: verified`)]);
    expect(await transfer(mesh, activate)).toMatchObject({ code: 2, output: expect.stringContaining(': active') });
    await mesh.settled();
    const { token } = await signIn(createParley({ url: mesh.url }), facts.owner);
    owner = new Customer(mesh.url, token);
  }, 240_000);

  afterAll(async () => {
    await mesh?.stop();
    await folder?.remove();
  });

  it('is used with the old passwords, which are argon2id from then on', async () => {
    const again = await signIn(createParley({ url: mesh.url }), facts.owner);
    expect(again.user.email).toBe(facts.owner.email);
    const wrong = { ...facts.owner, password: 'another secret' };
    expect((await new Customer(mesh.url).call('POST', '/auth/signin', wrong)).status).toBe(401);
    const [archived] = await readArchive(join(folder.path, 'work', facts.projectId, 'archive')).then((one) =>
      one.lines('user'),
    );
    expect(archived).not.toContain('password');
  });

  it('has its requests and messages under their ids, in their order, found and counted, and none of a discarded one', async () => {
    const { status, body } = await owner.call('GET', `/${facts.projectId}/requests?status=all&limit=100`);
    expect({ status, ...body }).toMatchObject({ status: 200, count: facts.requests });
    const archive = await readArchive(join(folder.path, 'work', facts.projectId, 'archive'));
    const [first = ''] = await archive.lines('request');
    const { request_id: requestId } = (JSON.parse(first) as { r: { request_id: string } }).r;
    const { body: messages } = await owner.call('GET', `/${facts.projectId}/requests/${requestId}/messages`);
    const own = (await archive.lines('message')).map((line) => (JSON.parse(line) as { r: Record<string, unknown> }).r);
    const expected = own.filter(({ request }) => request === own[0]?.request).map(({ text }) => text);
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(expected);
    const { body: found } = await owner.call('GET', `/${facts.projectId}/requests?full_text=Question&status=all`);
    expect(found.count).toBeGreaterThan(0);
  });

  it('has figures of two years that are those of its records, and none of the days of its move', async () => {
    const archive = await readArchive(join(folder.path, 'work', facts.projectId, 'archive'));
    const recordsOf = async (kind: string) =>
      (await archive.lines(kind)).map((line) => (JSON.parse(line) as { r: Record<string, string> }).r);
    const requests = await recordsOf('request');
    const requesters = new Map(requests.map(({ _id, requester }) => [_id, requester]));
    const dayOf = ({ createdAt = '' }: Record<string, string>) => createdAt.slice(0, 10);
    const begun = Map.groupBy(requests, dayOf);
    const written = Map.groupBy(await recordsOf('message'), dayOf);
    const figures = (path: string) => `/${facts.projectId}/analytics/${path}`;
    const years = 'start_date=2024-03-01&end_date=2026-03-01&tz=UTC';

    await eventually(async () => {
      const { body } = await owner.call('GET', figures(`requests/aggregate/day?${years}`));
      expect(byDay(body, ({ count }) => count)).toEqual(
        new Map([...begun].map(([day, { length }]) => [day, length] as const).sort()),
      );
    });
    const { body } = await owner.call('GET', figures(`messages/aggregate/day?${years}`));
    const expected = [...written].map(([day, messages]) => {
      const received = messages.filter(({ request = '', sender }) => requesters.get(request) === sender).length;
      return [day, { received, sent: messages.length - received }] as const;
    });
    expect(byDay(body, ({ received, sent }) => ({ received, sent }))).toEqual(new Map(expected.sort()));
    expect(requests.map(dayOf).sort().at(-1)).toMatch(/^2026-/);
    for (const path of ['requests/count', 'messages/count', 'project_users/count'])
      expect([path, (await owner.call('GET', figures(path))).body]).toEqual([path, []]);
  });

  it('serves the files of its messages at the paths that they had, as attachments', async () => {
    const whole = facts.files.filter(({ fault }) => !fault);
    expect(whole.length).toBeGreaterThan(2);
    for (const { path, bytes } of whole) {
      const answer = await fetch(`${mesh.url}/v3/files?path=${encodeURIComponent(path)}`);
      expect([path, answer.status, answer.headers.get('content-disposition')]).toEqual([
        path,
        200,
        expect.stringMatching(/^attachment/),
      ]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(bytes.data));
    }
  });

  it('names a file that is above the limit of the media service, and keeps its message', async () => {
    const [large] = facts.files.filter(({ fault }) => fault === 'large');
    const work = join(folder.path, 'work', facts.projectId);
    const refused = (await readFile(join(work, 'quarantine', 'file.jsonl'), 'utf8')).trim().split('\n');
    expect(refused.map((line) => JSON.parse(line))).toMatchObject([
      { code: 'too_large', param: 'size', record: { path: large?.path } },
    ]);
    const report = JSON.parse(await readFile(join(work, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ state: 'active', differences: [], kinds: { file: { quarantined: 1 } } });
    const archive = await readArchive(join(work, 'archive'));
    const line = (await archive.lines('message')).find((one) => one.includes('large.bin')) ?? '{}';
    const { _id: messageId, request } = (JSON.parse(line) as { r: Record<string, string> }).r;
    const of = (await archive.lines('request')).find((one) => one.includes(`"_id":"${request}"`)) ?? '{}';
    const { request_id: requestId } = (JSON.parse(of) as { r: Record<string, string> }).r;
    const { body } = await owner.call('GET', `/${facts.projectId}/requests/${requestId}/messages`);
    expect(body.map(({ _id }: { _id: string }) => _id)).toContain(messageId);
  });

  it('takes no token of the old installation, whatever secret has signed it', async () => {
    const claims = { _id: facts.visitor.leadId, firstname: 'Vera' };
    for (const secret of ['a secret of the old installation, of all projects', facts.customerSecret]) {
      const jwt = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer('https://tiledesk.com')
        .setAudience('https://tiledesk.com')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret));
      const visitor = new Customer(mesh.url, `JWT ${jwt}`);
      expect((await visitor.call('GET', `/${facts.projectId}/requests/me`)).status).toBe(401);
      expect((await visitor.call('POST', '/auth/signinWithCustomToken')).status).toBe(401);
    }
  });

  it('shows its visitors their conversations again, with the secret that signed them in before', async () => {
    const jwt = await new SignJWT({ _id: facts.visitor.leadId, firstname: 'Vera' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(`parley:projects:${facts.projectId}`)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(facts.customerSecret));
    const signedIn = await new Customer(mesh.url, `JWT ${jwt}`).call('POST', '/auth/signinWithCustomToken');
    expect(signedIn.status).toBe(200);
    const visitor = new Customer(mesh.url, signedIn.body.token);
    const { body } = await visitor.call('GET', `/${facts.projectId}/requests/me?status=all&limit=100`);
    expect(body.requests.length).toBe(facts.visitor.requests);
  });

  let chatwootId: string;
  const at = (path: string) => `/${chatwootId}${path}`;

  it('stands beside one that comes from Chatwoot, with the account of a person who is known here', async () => {
    const file = join(folder.path, 'chatwoot.json');
    const written = JSON.parse(
      execFileSync(process.execPath, [exportWriter, 'chatwoot', file, '8'], { encoding: 'utf8' }),
    ) as Facts;
    const place = { 'postgres://reader@host/chatwoot': await databaseOf(file) };
    const [load = []] = await guideCommands('From Chatwoot', place);
    const options = ['--project', '1', '--owner', facts.owner.email, '--work', join(folder.path, 'chatwoot')];
    const { code, output } = await transfer(mesh, [...load, ...options, '--activate']);
    // Ada has confirmed her address here, and is linked; Linus has not, and is refused.
    expect([code, output]).toEqual([2, expect.stringMatching(/project [0-9a-f]{24}: active/)]);
    chatwootId = /project ([0-9a-f]{24}): active/.exec(output)?.[1] ?? '';
    await mesh.settled();
    const { body } = await owner.call('GET', at('/requests?status=all&limit=100'));
    expect(body.count).toBe(written.requests);
    const { body: account } = await owner.call('GET', '/users');
    const agents = body.requests.flatMap((request: { participatingAgents: { _id: string; firstname: string }[] }) =>
      request.participatingAgents.map(({ _id, firstname }) => `${firstname} ${_id}`),
    );
    // Requests of her old account are those of the one that she has here.
    expect(new Set(agents)).toEqual(new Set([`Ada ${account._id}`]));
    const team = await owner.call('GET', at('/project_users'));
    expect(team.body.map(({ role }: { role: string }) => role)).toEqual(['owner']);
  });

  it('runs a rule of it only when it is enabled, and then does what its dry run says', async () => {
    const { body: rules } = await owner.call('GET', at('/rules'));
    expect(rules.rules).toMatchObject([{ name: 'Urgent', enabled: false }]);
    const [{ _id: rule }] = rules.rules;
    const { body: requests } = await owner.call('GET', at('/requests?status=200&priority=low&limit=1'));
    const [{ request_id: requestId }] = requests.requests;
    const say = (text: string) => owner.call('POST', at(`/requests/${requestId}/messages`), { text });
    const runs = async () => {
      await mesh.settled();
      return (await owner.call('GET', at(`/requests/${requestId}/rule_runs`))).body.runs;
    };
    expect((await say('This is urgent')).status).toBe(200);
    expect(await runs()).toEqual([]);

    const dry = await owner.call('POST', at('/rules/dry_run'), { rule_id: rule, requests: [requestId] });
    const [foreseen] = dry.body.results;
    expect(foreseen).toMatchObject({
      matched: true,
      outcome: [{ type: 'set_priority', ok: true, changed: true }, { type: 'set_sla' }],
    });
    expect((await owner.call('PUT', at(`/rules/${rule}`), { enabled: true })).status).toBe(200);
    expect((await say('This is urgent, too')).status).toBe(200);
    const [run, ...others] = await eventually(async () => {
      const found = await runs();
      expect(found).not.toEqual([]);
      return found;
    });
    expect([run.result, run.actions, others]).toEqual(['applied', foreseen.outcome, []]);
    const { body: request } = await owner.call('GET', at(`/requests/${requestId}`));
    expect(request.priority).toBe('urgent');
  });

  it('puts an answer to an old mail into its conversation, once its mailbox is switched on', async () => {
    const { body: mailboxes } = await owner.call('GET', at('/mailboxes'));
    const [{ _id: mailbox, enabled }] = mailboxes;
    expect(enabled).toBe(false);
    const opened = { enabled: true, inbound: { type: 'webhook' } };
    expect((await owner.call('PUT', at(`/mailboxes/${mailbox}`), opened)).status).toBe(200);
    const { body: rotated } = await owner.call('POST', at(`/mailboxes/${mailbox}/secret/rotate`));
    const before = (await owner.call('GET', at('/requests?status=all&limit=1'))).body.count;
    const { body: found } = await owner.call('GET', at('/requests?status=all&ticket_id=1001'));
    const [{ request_id: requestId }] = found.requests;
    // The Message-ID of what the team had answered there.
    const answered = '<m0.1@example.com>';
    const mail = [
      ...['From: v0@example.com', 'To: help@old.example', 'Subject: Re: Order', 'Message-ID: <new@example.com>'],
      ...[`In-Reply-To: ${answered}`, `References: ${answered}`, '', 'It never came', ''],
    ];
    const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${rotated.secret}` };
    const sent = await fetch(`${mesh.url}/v3/mail/inbound/${mailbox}`, {
      method: 'POST',
      headers,
      body: mail.join('\r\n'),
    });
    expect(sent.status).toBe(200);
    await eventually(async () => {
      const { body: messages } = await owner.call('GET', at(`/requests/${requestId}/messages`));
      expect(messages.at(-1)).toMatchObject({ text: 'It never came', channel: { name: 'email' } });
    });
    expect((await owner.call('GET', at('/requests?status=all&limit=1'))).body.count).toBe(before);
  });
});

interface DayFigure {
  date: string;
  count: number;
  received: number;
  sent: number;
}

function byDay<Figure>(figures: readonly DayFigure[], of: (figure: DayFigure) => Figure): Map<string, Figure> {
  return new Map(figures.filter(({ count }) => count > 0).map((figure) => [figure.date, of(figure)]));
}

/** A database of its own with the rows of a Chatwoot. */
async function databaseOf(file: string): Promise<string> {
  const name = `chatwoot_${randomUUID().replaceAll('-', '')}`;
  await onDatabase(await testServer('postgres'), [`create database ${name}`]);
  const url = await testServer(name);
  await onDatabase(url, JSON.parse(await readFile(file, 'utf8')) as string[]);
  return url;
}

async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const db = await connectDatabase({ url, service: 'test', log, poolSize: 1 });
  for (const statement of statements) await db.query(statement);
  await db.close();
}
