import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { newId } from '@parley/service-kit';
import { eventually } from '@parley/testkit';

import { Desk } from '../../test/webhooks.ts';

const desk = new Desk();
const children: ChildProcess[] = [];
beforeAll(async () => {
  await desk.start();
  // This process only hears of events; others make the calls.
  await desk.service.context.worker.stop();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(() => desk.stop());

function startReplica(): ChildProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const env = { ...desk.service.env, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

it.each([1, 7])(
  'brings every delivery to its receiver, though the process is killed in the middle of call %i',
  async (deathAt) => {
    let dying: Promise<void> | undefined;
    const {
      people,
      owner,
      receiver,
      id: subscription_id,
      list,
    } = await desk.subscribed('event.emit', async (res, _got, nth) => {
      // Done or not, the receiver's answer does not arrive.
      if (nth === deathAt) dying = kill(first);
      await dying;
      res.end();
    });
    const key = newId();
    const events = Array.from({ length: 12 }, (_, nth) =>
      desk.emitted(people.projectId, { nth }, { partitionkey: nth % 2 === 0 ? key : newId() }),
    );
    await desk.publish(...events);
    await eventually(async () => expect(await list()).toHaveLength(12));
    const first = startReplica();
    await eventually(() => expect(dying).toBeDefined(), { timeoutMs: 20_000 });
    await dying;

    // A lease lasts a minute: here it ends at once.
    await desk.service.db.query(
      'update delivery set due_at = now() where holder is not null and id_subscription = $1',
      [subscription_id],
    );
    await desk.service.db.query('update lane set due_at = now() where id_subscription = $1', [subscription_id]);
    startReplica();
    await eventually(
      async () => expect((await list()).map(({ state }) => state)).toEqual(Array(12).fill('delivered')),
      { timeoutMs: 20_000 },
    );
    expect(new Set(receiver.ids).size).toBe(12);
    let logged = 0;
    for (const { _id: delivery_id } of await list()) {
      const { log } = (await owner.getDelivery({ subscription_id, delivery_id })).body;
      const got = receiver.ids.filter((one) => one === delivery_id).length;
      expect(log.length - got === 0 || log.length - got === 1).toBe(true);
      logged += log.length;
    }
    expect(logged).toBeGreaterThan(12);
    const nths = receiver.calls.map(({ body }) => body.payload.attributes.nth as number).filter((nth) => nth % 2 === 0);
    expect([...new Set(nths)]).toEqual([0, 2, 4, 6, 8, 10]);
  },
  60_000,
);
