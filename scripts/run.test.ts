import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'parley-run-'));
  await mkdir(join(clone, 'scripts'));
  for (const file of ['package-lock.json', 'scripts/run.mjs']) await cp(join(repository, file), join(clone, file));
});
afterEach(() => rm(clone, { recursive: true, force: true }));

/** @returns the exit code, and what a person would read */
function start(...nodeOptions: string[]): Promise<{ code: number | undefined; text: string }> {
  const args = [...nodeOptions, 'scripts/run.mjs', 'start'];
  return new Promise((resolve) => {
    const options = { cwd: clone, env: { PATH: clone } };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : undefined, text: stdout + stderr }),
    );
  });
}

it('says in one sentence that Node is too old', async () => {
  const older = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "18.20.4" })';
  expect(await start('--import', older)).toEqual({
    code: 1,
    text: 'This is Node 18.20.4: install Node 20 or newer from https://nodejs.org.\n',
  });
});

it('says in one sentence that there is no npm, and what it was about to do', async () => {
  const { code, text } = await start();
  expect(code).toBe(1);
  expect(text).toMatch(
    /^Installing \d+ packages, once; it takes a minute or two\.\nnpm could not be started \(ENOENT\): install Node with npm\.\n$/,
  );
});
