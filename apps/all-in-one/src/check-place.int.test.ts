import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

it('names the process that holds the port before `npm start` builds anything', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'parley-clone-'));
  const holder = createServer().listen(0, '127.0.0.1');
  try {
    await mkdir(join(clone, 'apps/console'), { recursive: true });
    await cp(join(repository, 'scripts'), join(clone, 'scripts'), { recursive: true });
    for (const part of ['node_modules', 'packages', 'apps/all-in-one', 'package-lock.json'])
      await symlink(join(repository, part), join(clone, part));
    await writeFile(join(clone, 'apps/console/index.html'), '<!doctype html>');
    const { port } = holder.address() as { port: number };

    const env = { PATH: process.env.PATH, PORT: String(port), PARLEY_DATA: join(clone, 'data') };
    const { code, stderr } = await ended(join(clone, 'scripts/build-pages.mjs'), ['--before-start'], env);

    expect(stderr.trim()).toMatch(
      new RegExp(`^Parley did not start: Port ${port} is in use by \\w+ \\(process ${process.pid}\\): [^\\n]+$`),
    );
    expect(code).toBe(1);
    expect(await readdir(join(clone, 'apps/console'))).toEqual(['index.html']);
  } finally {
    holder.close();
    await rm(clone, { recursive: true, force: true });
  }
}, 30_000);

function ended(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, _stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}
