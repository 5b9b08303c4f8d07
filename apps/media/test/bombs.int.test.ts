import { newId } from '@parley/service-kit/call';
import { actor } from '@parley/testkit';

import { bombs, manyScans } from './bombs.ts';
import { MediaProcess } from './media-process.ts';
import { picture } from './pictures.ts';

const room = 64 * 2 ** 20;
const ada = actor({ id: newId(), projectId: undefined, role: undefined });

let media: MediaProcess;
beforeAll(async () => {
  media = await MediaProcess.start();
  // Warm-up: excludes the cost of the first call.
  for (let call = 0; call < 3; call++) await media.upload(ada, 2 ** 24);
  await media.send(ada, { name: 'a.png', bytes: await picture('png') });
}, 60_000);
afterAll(() => media?.remove());

/** The cost of a file for the process, and its answer, while another client uploads too. */
async function costOf(name: string, bytes: Buffer) {
  const [memory, cpu] = [await media.forgetPeak(), await media.cpuSeconds()];
  const [{ status, body }, other] = await Promise.all([media.send(ada, { name, bytes }), media.upload(ada, 1_000)]);
  expect(other.status).toBe(201);
  const said = String(status === 201 ? body.type : body.code);
  // Measured in CPU time, so that other load on the machine does not matter.
  return { said: [status, said], memory: (await media.peak()) - memory, seconds: (await media.cpuSeconds()) - cpu };
}

it.each(bombs)(
  '%s takes neither memory nor time, and does not stop others',
  async (_what, name, make, status, said) => {
    const cost = await costOf(name, await make());
    expect(cost.said).toEqual([status, said]);
    expect(cost.memory).toBeLessThan(room);
    expect(cost.seconds).toBeLessThan(2);
  },
);

it('times out on a JPEG of 5,000 scans', async () => {
  const cost = await costOf('a.jpg', await manyScans(5_000));
  expect(cost.said).toEqual([422, 'image_unreadable']);
  expect(cost.memory).toBeLessThan(room);
  expect(cost.seconds).toBeLessThan(12);
});
