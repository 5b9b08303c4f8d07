import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newId } from '@parley/service-kit/call';
import { changedTables, eventually, type Stored, storedRows } from '@parley/testkit';

import { type Erasures, holders, openErasures, patience, said } from './erasures.ts';
import { newRequestId, startMesh, type TestMesh } from './mesh.ts';
import { handledBy, outboxOf, publishAgain } from './published-again.ts';
import { done, outcomeOf, temporaryFolder, transfer } from './transfer-program.ts';

describe('the end of what is held of a person', () => {
  let mesh: TestMesh;
  let erasures: Erasures;

  beforeAll(async () => {
    mesh = await startMesh({ MAIL_DELIVERY: 'off', RATE_LIMIT_FACTOR: '100' });
    erasures = await openErasures(mesh);
  }, 60_000);

  afterAll(async () => {
    await erasures?.close();
    await mesh?.stop();
  });

  /** Tables with rows for each event, and for each that was handled; calls to receivers go on by themselves. */
  const eventTables = [
    'outbox',
    'feed_change',
    'activity',
    'activity_agent',
    'tally_delta',
    'lane',
    'delivery',
    'attempt',
  ];

  /** Rows of the project in every service. */
  async function stateOf(projectId: string): Promise<Stored[]> {
    return Promise.all(erasures.databases.map((database) => storedRows(database, { projectId, ids: [] })));
  }

  it('stays, whichever earlier events are announced again', async () => {
    const one = await erasures.shop();
    const sappho = await erasures.enter(one, { _id: `customer-${newId()}`, firstname: 'Sappho' });
    const { lead } = await erasures.converse(one, sappho);
    const announced = await eventually(
      () => Promise.all(holders.map((name) => outboxOf(erasures.db(name), one.id))),
      patience,
    );
    const { body } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, {});
    await erasures.erased(one, body._id);
    const oldIds = announced.flat().map(({ id }) => id);
    await mesh.settled();
    const wereHandled = await handledBy(erasures.databases, oldIds);
    expect(wereHandled.length).toBeGreaterThan(2);
    const before = await stateOf(one.id);

    const again = await Promise.all(
      holders.map((name, place) => publishAgain(erasures.db(name), announced[place] ?? [])),
    );
    const newIds = again.flatMap((ids) => [...ids.values()]);
    await eventually(async () => expect(await handledBy(erasures.databases, newIds)).toEqual(wereHandled), patience);

    const after = await stateOf(one.id);
    expect(before.flatMap((stored, place) => changedTables(stored, after[place] ?? {}, eventTables))).toEqual([]);
    expect((await erasures.traces(said)).filter((trace) => !trace.includes('.outbox'))).toEqual([]);
    expect((await one.ada.call('GET', `/${one.id}/leads?status=all`)).body.count).toBe(0);
  }, 120_000);

  it('stays, though an older archive of the project is imported: rows of the person are refused, others are not', async () => {
    const folder = await temporaryFolder();
    try {
      const [archive, work] = [join(folder.path, 'archive'), join(folder.path, 'work')];
      const one = await erasures.shop();
      const enter = (firstname: string, claims = {}) =>
        erasures.enter(one, { _id: `customer-${newId()}`, firstname, ...claims });
      const sappho = await enter('Sappho', { email: 'sappho@lesbos.example' });
      const { lead } = await erasures.converse(one, sappho);
      const other = `/${one.id}/requests/${newRequestId(one.id)}/messages`;
      const alcaeus = await enter('Alcaeus');
      expect((await alcaeus.customer.call('POST', other, { text: 'Where is my barbiton?' })).status).toBe(200);
      await mesh.settled();
      expect(await outcomeOf(mesh, ['export', '--project', one.id, '--to', archive])).toBe(done);
      const { body } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, {});
      await erasures.erased(one, body._id);
      await mesh.settled();
      const before = await erasures.traces(said);

      const args = ['import', 'archive', archive, '--ids', 'remap', '--activate', '--work', work];
      const { code, output } = await transfer(mesh, args);
      // Ada has no confirmed address.
      expect([code, output]).toEqual([2, expect.stringContaining('active')]);
      await mesh.settled();

      expect(await erasures.traces(said)).toEqual(before);
      const { kinds, codes } = JSON.parse(await readFile(join(work, 'report.json'), 'utf8'));
      expect([kinds.lead, kinds.request]).toMatchObject(Array(2).fill({ read: 2, stored: 1, quarantined: 1 }));
      for (const kind of ['lead', 'membership', 'request', 'message', 'history', 'file', 'activity'])
        expect([kind, codes[kind]]).toEqual([kind, expect.objectContaining({ erased: expect.any(Number) })]);
      for (const name of await readdir(join(work, 'quarantine'))) {
        const quarantined = (await readFile(join(work, 'quarantine', name), 'utf8')).toLowerCase();
        expect([name, said.filter((word) => quarantined.includes(word))]).toEqual([name, []]);
      }
    } finally {
      await folder.remove();
    }
  }, 120_000);

  it('follows an export of everything, and a visitor who comes back is a new person', async () => {
    const one = await erasures.shop();
    const id = `customer-${newId()}`;
    const sappho = await erasures.enter(one, { _id: id, firstname: 'Sappho', email: 'sappho@lesbos.example' });
    const { path, file, lead } = await erasures.converse(one, sappho);

    const { status, body } = await one.ada.call('GET', `/${one.id}/leads/${lead}/export`);
    expect(status).toBe(200);
    const lines = String(body)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ofType = (type: string) => lines.filter((line) => line.type === type).map(({ record }) => record);
    expect(lines[0]).toMatchObject({ type: 'export', version: 1, lead });
    expect(ofType('lead')).toEqual([expect.objectContaining({ _id: lead, lead_id: id, city: 'Mytilene' })]);
    expect(ofType('request')).toEqual([expect.objectContaining({ first_text: 'My lyre-is-broken' })]);
    expect(ofType('message').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['My lyre-is-broken', 'Dear Sappho!']),
    );
    expect(ofType('file')).toEqual([expect.objectContaining({ path: file })]);
    expect(ofType('membership')).toEqual([expect.objectContaining({ uuid_user: id })]);
    expect(lines.at(-1)).toMatchObject({ type: 'end', counts: { lead: 1, request: 1, file: 1, membership: 1 } });

    const { body: erasure } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, {});
    await erasures.erased(one, erasure._id);
    await eventually(async () => expect((await sappho.customer.call('GET', path)).status).toBe(401), patience);

    const back = await erasures.enter(one, { _id: id, firstname: 'Psappha' });
    const again = `/${one.id}/requests/${newRequestId(one.id)}`;
    expect((await back.customer.call('POST', `${again}/messages`, { text: 'Hello' })).status).toBe(200);
    const { body: leads } = await one.ada.call('GET', `/${one.id}/leads?lead_id=${id}`);
    expect(leads.leads).toEqual([expect.objectContaining({ lead_id: id, fullname: 'Psappha', attributes: {} })]);
    expect(leads.leads[0]._id).not.toBe(lead);
    expect(JSON.stringify(leads)).not.toMatch(/lesbos|mytilene|lyre/i);
    expect((await back.customer.call('GET', path)).status).toBe(403);
    const { body: mine } = await back.customer.call('GET', `/${one.id}/requests/me?status=all`);
    expect(mine.requests.map(({ first_text }: { first_text: string }) => first_text)).toEqual(['Hello']);
  }, 60_000);
});
