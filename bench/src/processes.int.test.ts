import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { eventually } from '@parley/testkit';

it('leaves no server behind when a benchmark is killed', async () => {
  const code = `
    import { launch } from './bench/src/processes.ts';
    console.log((await launch([], 'bench/src/baseline/server.ts', { DATABASE_URL: 'postgres://127.0.0.1:1/none' })).url);`;
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { value: url } = await createInterface(bench.stdout)[Symbol.asyncIterator]().next();
    const answers = () =>
      fetch(String(url), { signal: AbortSignal.timeout(2_000) }).then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    bench.kill('SIGKILL');
    await eventually(async () => expect(await answers()).toBe(false));
  } finally {
    bench.kill('SIGKILL');
  }
});
