import { actor, anonymous } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const script = '<script>alert("x")</script>';

/** A request with a visible, a hidden and a private message. */
async function talk(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    setUp(one);
  });
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  const say = (by: typeof vera, body: object) => service.as(by).sendMessage({ request_id, ...body });
  await say(vera, { text: `Hello ${script}`, senderFullname: `Zoe ${script}` });
  await say(vera, { text: 'a hidden line', attributes: { subtype: 'info' } });
  await say(linus, { text: 'She is difficult', attributes: { subtype: 'private' } });
  await say(linus, { text: '=1+1; "quoted"\nsecond line' });
  await say(vera, { type: 'image', text: '', metadata: { src: 'https://files.example/a.png' } });
  return { project, request_id, ...project.personas };
}

const formats = ['txt', 'html', 'csv'];
const types = { txt: 'text/plain', html: 'text/html', csv: 'text/csv' };

describe('a transcript', () => {
  it('of an end user is what was visible, in order', async () => {
    const { request_id, vera } = await talk();

    const { body, headers } = await service.as(vera).getTranscript({ request_id, format: 'txt' });

    const lines = String(body).split('\r\n');
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(new RegExp(`^${time} Zoe `));
    expect(lines[1]).toMatch(new RegExp(`^${time} Linus Pauling: =1\\+1; "quoted"\nsecond line$`));
    expect(lines[2]).toMatch(/Vera: Image https:\/\/files\.example\/a\.png$/);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('of the team is everything, with private messages marked, in the requested zone', async () => {
    const { request_id, linus, project } = await talk();
    await service.db.query(
      `update message set created_at = '2026-01-15T23:30:00Z' where id_project = $1`, //
      [project.projectId],
    );

    const read = async (timezone?: string) =>
      String((await service.as(linus).getTranscript({ request_id, format: 'txt', timezone })).body);

    expect(await read()).toContain('2026-01-15 23:30:00 [private] Linus Pauling: She is difficult\r\n');
    expect(await read()).toContain('Vera: a hidden line');
    expect(await read('Europe/Rome')).toContain('2026-01-16 00:30:00 Linus Pauling: =1+1');
    expect((await service.as(linus).getTranscript({ request_id, format: 'txt', timezone: 'Mars/X' })).status).toBe(422);
  });

  it('as CSV has a line for each message, none of which is a formula', async () => {
    const { request_id, linus, vera } = await talk();

    const team = await service.as(linus).exportMessages({ request_id });
    expect(team.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(team.body).toMatch(/^createdAt;sender;senderFullname;type;text;audience\r\n/);
    expect(team.body).toContain(`;Linus Pauling;text;"'=1+1; ""quoted""\nsecond line";all\r\n`);
    expect(team.body).toContain('She is difficult;private');
    const own = await service.as(vera).exportMessages({ request_id });
    expect(own.body).toMatch(/^createdAt;sender;senderFullname;type;text\r\n/);
    expect(own.body).toBe((await service.as(vera).getTranscript({ request_id, format: 'csv' })).body);
    expect(own.body).not.toMatch(/difficult|hidden line/);
  });

  it('of many messages is whole', async () => {
    const { request_id, vera, project } = await talk();
    await service.db.query(
      `insert into message select copy.* from message m, generate_series(1, 1200) n,
         jsonb_populate_record(m, jsonb_build_object('seq', 1000 + n, 'id', 'many' || n, 'text', 'number ' || n)) copy
         where m.id_project = $1 and m.seq = 1`,
      [project.projectId],
    );

    const { body } = await service.as(vera).getTranscript({ request_id, format: 'txt' });

    const numbers = [...String(body).matchAll(/number (\d+)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  });

  it('is refused to all others: strangers, other guests, agents of other groups, other forms', async () => {
    const { project, request_id, vera, linus, alan } = await talk((one) => {
      one.addMember({ actor: one.personas.alan, groups: ['other'] });
      one.setMember(one.personas.linus, { groups: ['own'] });
      one.addDepartment({ id_group: 'own' });
    });
    const other = { ...vera, id: crypto.randomUUID(), teammateId: 'another' };
    const strangers = [
      other,
      alan,
      actor({ role: 'owner' }),
      { ...linus, projectId: (await harness.project()).projectId },
    ];
    for (const by of strangers) {
      for (const format of formats) {
        const { status, body } = await service.as(by).getTranscript({ request_id, format });
        expect([status, body.code]).toEqual([404, 'request_not_found']);
      }
      expect((await service.as(by).exportMessages({ request_id })).body.code).toBe('request_not_found');
    }
    expect((await service.as(vera).getTranscript({ request_id, format: 'pdf' })).status).toBe(404);
    expect(project.projectId).toBe(linus.projectId);
  });
});

describe('the public transcript', () => {
  const read = (request_id: string, format: string) =>
    service.as(anonymous).getPublicTranscript({ request_id, format });

  it.each(formats)('as %s holds nothing private or hidden, and nothing of it runs in a browser', async (format) => {
    const { request_id } = await talk();

    const { status, body, headers } = await read(request_id, format);

    expect(status).toBe(200);
    expect(body).toContain('second line');
    expect(body).not.toMatch(/difficult|private|hidden line|joined|new conversation/);
    if (format === 'html') {
      expect(body).not.toContain('<script');
      expect(body).toContain('Hello &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
      expect(body).toContain('Zoe &lt;script&gt;');
    }
    expect(headers).toMatchObject({
      'content-type': `${types[format as keyof typeof types]}; charset=utf-8`,
      'content-security-policy': "default-src 'none'",
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('answers at both of its addresses', async () => {
    const { request_id } = await talk();
    const { body } = await read(request_id, 'txt');
    const other = await service.send(anonymous, {
      method: 'get',
      url: `/v3/public/requests/${request_id}/messages.txt`,
    });
    expect(other.body).toBe(body);
  });

  it('is a 404 for ids that can be guessed, do not exist, or belong to no project', async () => {
    const { project, request_id, vera } = await talk();
    const guessable = `support-group-${project.projectId}-order1`;
    await service.as(vera).sendMessage({ request_id: guessable, text: 'Hello' });
    const nowhere = request_id.replace(project.projectId, '0'.repeat(24));

    for (const id of [guessable, newRequestId(project.projectId), nowhere, 'x', `${request_id}0`]) {
      for (const format of formats) expect((await read(id, format)).body.code).toBe('request_not_found');
    }
    expect((await read(request_id, 'pdf')).status).toBe(404);
  });

  it('can be disabled by the project', async () => {
    const { project, request_id } = await talk();
    const { projectId } = project;
    const record = { _id: projectId, settings: { public_transcripts: false } };
    await service.context.readModels.keepProject({ projectId, id: projectId, version: 9_999, deleted: false, record });

    expect((await read(request_id, 'txt')).body.code).toBe('request_not_found');
  });
});

it('a guest with another guest’s id gets no access', async () => {
  const { request_id, vera } = await talk();
  const other = { ...vera, id: crypto.randomUUID(), teammateId: 'another' };
  const { closeOwnRequest, rateRequest, listMessages } = service.as(other);

  for (const answer of [
    await closeOwnRequest({ request_id }),
    await rateRequest({ request_id, rate: 1 }),
    await listMessages({ request_id }),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 'request_not_found' })]);
  }
});
