import { newId } from '@parley/service-kit/call';
import { actor } from '@parley/testkit';

import { MediaProcess } from './media-process.ts';

const addresses = ['/v3/files', '/v3/files/download', '/v3/images', `/v3/${'0'.repeat(24)}/files`];

/** Attempts to leave the folder of a valid path, or to reach anything else. */
function attemptsAt(path: string, other: string): string[] {
  return [
    '../../etc/passwd',
    'uploads/../../x',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc/passwd',
    '..%252f..%252fetc%252fpasswd',
    '..%25252f..%25252fetc%25252fpasswd',
    '%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
    '....//....//etc/passwd',
    '..\\..\\etc\\passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'C:\\',
    `${path.replace(/[^/]+$/, '')}../../${other}`,
    `${path}/../../../../../../../etc/passwd`,
    `${path}%00.png`,
    `${path}%2500`,
    '%00',
    `${path}&path=${other}`,
    `nothing&path[]=${path}`,
    `${path}&path=../../etc/passwd`,
    '',
    'x'.repeat(20_000),
    '%25%25%25',
    '%ff%fe',
  ];
}

let media: MediaProcess;
beforeAll(async () => {
  media = await MediaProcess.startTraced();
}, 60_000);
afterAll(() => media?.remove());

it('opens no file for an invalid path, however it is sent, and answers 404 or 422', async () => {
  const ada = actor({ id: newId(), projectId: undefined, role: undefined });
  const sent = [await media.upload(ada, 1_000), await media.upload(ada, 2_000)];
  const [path = '', other = ''] = sent.map(({ filename }) => filename);
  const headers = await media.headersOf({ kind: 'none', id: '' });
  const read = async (at: string, attempt: string) => {
    const answer = await fetch(`${media.url}${at}?path=${attempt}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  expect((await read('/v3/files', path)).status).toBe(200);
  for (const attempt of attemptsAt(path, other)) {
    for (const at of addresses) {
      const { status, text } = await read(at, attempt);
      const attempted = [at, attempt.slice(-80)];
      expect([...attempted, [404, 422].includes(status), text.includes('root:')]).toEqual([...attempted, true, false]);
    }
  }
  // Rejected by the HTTP server before it reaches the service.
  expect((await read('/v3/files', 'x'.repeat(2 ** 20))).status).toBe(431);
  expect((await read('/v3/files', other)).status).toBe(200);

  const calls = await media.trace();
  const opened = calls.flatMap(({ call, path }) => (call === 'open' && path?.endsWith('.o') ? [path] : []));
  // Each valid read is in the trace, once; between the two no access leaves the folder.
  expect(new Set(opened.slice(-2)).size).toBe(2);
  const [first = '', last = ''] = opened.slice(-2);
  const places = calls.map(({ path }) => path);
  const between = calls.slice(places.lastIndexOf(first) + 1, places.lastIndexOf(last));
  expect(
    between.filter(({ call, path }) => call === 'fs.sync.open' || !(path ?? media.folder).startsWith(media.folder)),
  ).toEqual([]);
  for (const place of opened)
    expect(place).toMatch(/\/media\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{24}\.[0-9a-f]{24}\.o$/);
}, 60_000);
