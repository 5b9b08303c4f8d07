import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithProgram, eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { repository } from './commands.ts';
import { Process } from './processes.ts';

const main = 'apps/all-in-one/src/main.ts';
let folder: string;
/** Of the first two tests: to make its databases takes longer than all else that they do. */
let dataFolder: string;
/** What the first test has made, without the demo. */
let copyOfData: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
  dataFolder = join(folder, 'data');
  copyOfData = join(folder, 'copy of data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('refuses to be a second one on the same folder, or with a setting that is none, in one sentence', async () => {
  const [port = 0, other = 0] = await reservePorts(2);
  const settings = { PARLEY_DATA: dataFolder, DEMO: 'false', LOG_LEVEL: 'warn' };
  const attempt = (env: Record<string, string>) => new Process(main, '', { ...settings, ...env });
  const first = new Process(main, `http://localhost:${port}`, { ...settings, PORT: String(port) });
  await first.start();
  try {
    for (const [env, sentence] of [
      [
        { PORT: String(port) },
        new RegExp(`^Parley did not start: Port ${port} is in use by node \\(process ${first.pid}\\): `),
      ],
      [
        { PORT: String(other) },
        new RegExp(
          `^Parley did not start: The data folder ${dataFolder} is in use by node \\(process ${first.pid}\\): `,
        ),
      ],
      [
        { PORT: 'eighty' },
        /^Parley did not start: Parley cannot start with this environment:\n {2}PORT: must be a whole number$/,
      ],
    ] as const) {
      const second = attempt(env);
      expect(await second.endsByItself()).toBe(1);
      expect(second.output.trim()).toMatch(sentence);
    }
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  } finally {
    await first.end();
  }
  expect(first.output.trimEnd().split('\n').at(-1)).toBe(`  Stopped. Data in ${dataFolder}`);
  await promisify(execFile)('cp', ['-a', dataFolder, copyOfData]);
}, 120_000);

it('stops in order also while it seeds the demo, and goes on with it at the next start', async () => {
  const [port = 0] = await reservePorts(1);
  const mesh = new Process(main, `http://localhost:${port}`, {
    PORT: String(port),
    PARLEY_DATA: dataFolder,
    LOG_LEVEL: 'warn',
  });
  await mesh.start();
  await mesh.end();
  expect(mesh.output).not.toContain('Demo project');
  expect(mesh.output.trimEnd().split('\n').at(-1)).toBe(`  Stopped. Data in ${dataFolder}`);
  expect(existsSync(join(dataFolder, 'postgres/data/postmaster.pid'))).toBe(false);

  await mesh.start();
  try {
    await eventually(() => expect(mesh.output).toContain('Demo project'), { timeoutMs: 60_000 });
  } finally {
    await mesh.end();
  }
}, 120_000);

describeWithProgram('script', 'in a terminal', () => {
  let child: ChildProcess;
  beforeAll(() => {
    dataFolder = copyOfData;
  });
  afterEach(() => child?.kill('SIGKILL'));

  it('shows a person the banner, warnings in words and where everything is, and keeps the log in a file', async () => {
    const command = `${process.execPath} ${main}`;
    const args =
      process.platform === 'linux' ? ['-qec', command, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', command];
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      PARLEY_DATA: dataFolder,
      NATS_URL: 'nats://127.0.0.1:1',
      TERM: 'xterm',
    };
    child = spawn('script', args, { cwd: repository, env });
    let shown = '';
    child.stdout?.on('data', (text) => (shown += text));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await eventually(() => expect(shown).toMatch(/agent .*\r\n.*agent .*\r\n\r\n$/), { timeoutMs: 60_000 });

    const [, link = ''] =
      /Console {8}(http:\/\/localhost:\d+\/console\/#code=[\w-]{43}) {2}\(signed in to Demo shop\)/.exec(shown) ?? [];
    const code = new URL(link).hash.slice('#code='.length);
    const signIn = () =>
      fetch(new URL('/v3/auth/session', link), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: new URL(link).origin },
        body: JSON.stringify({ code }),
      });
    const signedIn = await signIn();
    expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { user: { email: 'ada@parley.example' } }]);
    expect(signedIn.headers.get('set-cookie')).toMatch(/^parley=[\w-]{43}; .*HttpOnly/);
    expect((await signIn()).status).toBe(401);

    // Under one name: the session of the link is not that of another host.
    expect(shown).toContain(`Open           ${new URL(link).origin}\r\n`);
    expect(shown).toContain(`Data           ${dataFolder}`);
    expect(shown).toContain(`Log            ${dataFolder}/parley.log`);
    expect(shown).toMatch(/\d\d:\d\d:\d\d {2}\S*warn .* {2}\w+: /);
    expect(shown).not.toContain('"level"');

    // What Ctrl-C sends.
    child.stdin?.write('\x03');
    await ended;
    expect(shown.trimEnd().split('\r\n').at(-1)).toBe(`  Stopped. Data in ${dataFolder}`);
    const log = await readFile(join(dataFolder, 'parley.log'), 'utf8');
    for (const secret of [code, signedIn.headers.get('set-cookie')?.slice(7, 50) ?? ''])
      expect(log).not.toContain(secret);
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', service: 'gateway', operation: 'signUp' }));
  }, 120_000);
});
