import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { processVariables } from '@parley/testkit';

async function run(env: Record<string, string>) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { ...processVariables(), ...env } });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  return { exitCode, stderr };
}

it('does not start in production without its required settings, and names each', async () => {
  const { exitCode, stderr } = await run({ NODE_ENV: 'production', PUBLIC_URL: '' });

  expect(exitCode).not.toBe(0);
  for (const name of ['PUBLIC_URL', 'DASHBOARD_URL', 'TOKEN_SIGNING_KEYS', 'DATA_KEY', 'ACTOR_KEY', 'SMTP_URL']) {
    expect(stderr).toContain(name);
  }
  expect(stderr).toContain('DATABASE_URL_WORKSPACE');
});

it('does not start in production with the value of an example or cheap password hashes, and repeats neither', async () => {
  const example = Buffer.alloc(32).toString('base64url');
  const { exitCode, stderr } = await run({ NODE_ENV: 'production', DATA_KEY: example, PASSWORD_MEMORY_KIB: '1024' });

  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/DATA_KEY: is the value of an example/);
  expect(stderr).not.toContain(example);
  expect(stderr).toMatch(/PASSWORD_MEMORY_KIB: must be at least 19456/);
  expect(stderr).not.toContain('1024');
});
