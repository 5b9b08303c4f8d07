import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { amountOf, eventually } from '@parley/testkit';

import { botTexts } from '../src/demo/shop-bot-texts.ts';
import { Customer, startMesh, type TestMesh } from './mesh.ts';

const past = amountOf({ quick: 10, soak: 60 });

describe('the demo, where TLS is required', () => {
  let mesh: TestMesh;
  let owner: Customer;
  const overTls = { 'x-forwarded-proto': 'https' };

  beforeAll(async () => {
    mesh = await startMesh({
      ...{ DEMO: 'true', DEMO_DAYS: String(past) },
      ...{ REQUIRE_TLS: 'true', PUBLIC_URL: 'https://chat.example.com', TRUSTED_PROXIES: '127.0.0.1' },
    });
    const { body } = await new Customer(mesh.url).call('POST', '/auth/signin', mesh.demo?.people[0], overTls);
    owner = new Customer(mesh.url, body.token);
  }, 120_000);
  afterAll(() => mesh?.stop());

  async function read(path: string) {
    const answer = await owner.call('GET', `/${mesh.demo?.projectId}/${path}`, undefined, overTls);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  }

  it('needs no TLS where TLS is required, and leaves no way around it', async () => {
    expect([mesh.demoFailure, mesh.demo?.people.length]).toEqual([undefined, 3]);
    expect(mesh.consoleLink).toMatch(/^https:\/\/chat\.example\.com\/console\/#code=/);

    const { email, password } = mesh.demo?.people[0] ?? {};
    const signIn = (headers: Record<string, string>) =>
      new Customer(mesh.url).call('POST', '/auth/signin', { email, password }, headers);
    const passes = [undefined, '', 'undefined', 'x'.repeat(43)];
    const refuses = async () => {
      for (const pass of passes)
        expect([pass, (await signIn(pass === undefined ? {} : { 'parley-seeding': pass })).status]).toEqual([
          pass,
          403,
        ]);
    };
    await refuses();
    // No pass is valid any more.
    await mesh.settled();
    await refuses();
  }, 120_000);

  it('has two months of figures, which notify no one and count against no limit', async () => {
    await mesh.settled();
    const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

    // Analytics may be a moment behind.
    const days = await eventually(
      async () => {
        const rows: { count: number }[] = await read('analytics/requests/aggregate/day?lastdays=60');
        expect(sum(rows)).toBe((await read('requests?status=all&limit=1')).count - 1);
        return rows;
      },
      { timeoutMs: 20_000 },
    );
    expect(days.length).toBeGreaterThan(0.9 * past);
    expect(sum(days)).toBeGreaterThan(5.8 * past);
    expect(sum(await read('analytics/requests/aggregate/hasBot/day?lastdays=60'))).toBe(sum(days));
    const waiting: { waiting_time_avg: number | null }[] = await read('analytics/requests/waiting/day?lastdays=60');
    expect(waiting.filter(({ waiting_time_avg }) => (waiting_time_avg ?? 0) > 60_000).length).toBeGreaterThan(
      0.75 * past,
    );
    const [satisfaction] = await read('analytics/requests/satisfaction');
    expect(satisfaction.satisfaction_avg).toBeGreaterThan(4);
    expect(satisfaction.count).toBeGreaterThan(past);
    expect((await read('analytics/tags/conversation-tag?lastdays=30')).series.length).toBeGreaterThanOrEqual(6);
    const { segments } = await read('segments');
    for (const { _id, name } of segments)
      expect([name, (await read(`segments/${_id}/count`)).count > 5]).toEqual([name, true]);

    // Automation stands there to be tried; what it lists is there.
    const [{ macros }, { rules }, { views }] = [await read('macros'), await read('rules'), await read('views')];
    const named = [macros, rules, views].map((records: { name: string }[]) => records.map(({ name }) => name));
    expect(named).toEqual([
      ['Ask for the order number', 'Take over and reassure'],
      ['Urgent words', 'Low ratings'],
      ['Overdue', 'Wholesale'],
    ]);
    expect(rules.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([true, true]);
    const { counts } = await read(`views/counts?ids=${views.map(({ _id }: { _id: string }) => _id)}`);
    expect(counts.find(({ _id }: { _id: string }) => _id === views[1]._id).count).toBeGreaterThan(0);
    await eventually(
      async () => {
        const reports = await read('analytics/requests/satisfaction/report');
        expect(reports).toMatchObject([{ asked: 3, answered: 2, response_rate: expect.any(Number) }]);
        expect(reports[0].count).toBeGreaterThan(past);
      },
      { timeoutMs: 60_000 },
    );
    // Answers of the seeding, sent within a second, are not measured; requests that wait are answered minutes later.
    const levels: { metric: string; met: number }[] = await read('analytics/sla/report');
    expect(levels.filter(({ met }) => met > 0)).toEqual([]);
    const { requests } = await read('requests?status=all&limit=100');
    const [joined] = requests.filter((one: { merged_into?: object }) => one.merged_into !== undefined);
    expect(joined).toMatchObject({ status: 1000, first_text: 'My card statement shows order 1042 twice.' });
    const later = requests.filter((one: { scheduled?: object[]; sla?: object }) => one.scheduled);
    expect(later.map(({ first_text }: { first_text: string }) => first_text).sort()).toEqual([
      'Is the blue fountain pen coming back?',
      'Mon flacon d’encre est cassé.',
      '¿Envían también a Portugal?',
    ]);
    for (const { sla } of later) expect(sla).toMatchObject({ metric: 'first_response', due_at: expect.any(String) });

    // Of what is imported, nothing is announced: the log has what happened today, and no call was counted.
    const { activities, count } = await read('activities?limit=100');
    expect(count).toBeLessThan(100);
    const imported = activities.filter(({ target }: { target: { object?: { request_id?: string } } }) =>
      target.object?.request_id?.includes('-history.'),
    );
    expect(imported).toEqual([]);
    const calls: { event: string; body: string }[] = await read('subscriptions/history');
    expect(calls.filter(({ event, body }) => event !== 'request.assigned' || body.includes('-history.'))).toEqual([]);
    const { headers } = await owner.call('GET', `/${mesh.demo?.projectId}/tags`, undefined, overTls);
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(500);
  }, 180_000);

  it('calls the server of the shop for each assignment, which remembers the latest calls', async () => {
    const tickets = () => (mesh.demo?.webhookCalls?.() ?? []).map((call) => Reflect.get(call, 'ticket'));
    const { body } = await owner.call('POST', `/${mesh.demo?.projectId}/requests`, { first_text: 'Hello' }, overTls);
    await eventually(() => expect(tickets()[0]).toBe(body.ticket_id), { timeoutMs: 20_000 });
    const [webhook] = await read('subscriptions');
    expect(webhook).toMatchObject({ event: 'request.assigned', status: 'active', send_token: false });
  }, 60_000);

  it('is open, and its bot answers visitors in their language', async () => {
    const ofProject = async (path: string) =>
      (await owner.call('GET', `/projects/${mesh.demo?.projectId}${path}`, undefined, overTls)).body;
    expect((await ofProject('')).activeOperatingHours).toBe(true);
    expect(await ofProject('/isopen')).toEqual({ isopen: true });
    const { _id: departmentid } = (await read('departments/allstatus')).find(
      ({ name }: { name: string }) => name === 'Ask Robby',
    );
    const guest = { id_project: mesh.demo?.projectId, firstname: 'Karl' };
    const { body } = await new Customer(mesh.url).call('POST', '/auth/signinAnonymously', guest, overTls);
    const visitor = new Customer(mesh.url, body.token);
    const path = `/${guest.id_project}/requests/support-group-${guest.id_project}-${randomUUID().replaceAll('-', '')}/messages`;
    const answerTo = async (text: string, answer: string, more: object = {}) => {
      await visitor.call('POST', path, { text, language: 'de', departmentid, ...more }, overTls);
      return eventually(
        async () => {
          const { body: messages } = await visitor.call('GET', path, undefined, overTls);
          const found = messages.find((one: { text: string }) => one.text === answer);
          expect(messages.map((one: { text: string }) => one.text)).toContain(answer);
          return found.attributes.attachment?.buttons.map(({ value }: { value: string }) => value);
        },
        { timeoutMs: 20_000 },
      );
    };
    const { start, order, order_number, cancelled, person, handoff } = botTexts.de;
    const buttons = await answerTo('\\start', start, { attributes: { subtype: 'info' } });
    expect(buttons).toEqual(expect.arrayContaining([order, person]));
    await answerTo(order, order_number);
    await answerTo('abbrechen', cancelled);
    await answerTo(person, handoff);
  }, 120_000);

  it('has rows of about a kilobyte in the demo', async () => {
    const { requests: rows } = await read('requests?view=row&status=all');
    expect(rows.length).toBeGreaterThanOrEqual(3);
    const bytes = rows.map((row: object) => Buffer.byteLength(JSON.stringify(row)));
    expect(bytes.reduce((sum: number, one: number) => sum + one, 0) / rows.length).toBeLessThanOrEqual(1_200);
  });
});

it('fails without an end of the mesh, which says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-broken-demo-'));
  let mesh: TestMesh | undefined;
  try {
    await writeFile(join(folder, 'demo.json'), '{"passwords":{},"complete":false}');
    mesh = await startMesh({ DEMO: 'true', PARLEY_DATA: folder });
    expect(mesh.demo).toBeUndefined();
    expect(mesh.demoFailure).toMatch(/^demo\.json names no password of ada@/);
    expect((await new Customer(mesh.url).call('GET', '/testauth')).status).toBe(401);
  } finally {
    await mesh?.stop();
    await rm(folder, { recursive: true });
  }
}, 120_000);
