import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Customer, startMesh, type TestMesh } from './mesh.ts';

let mesh: TestMesh | undefined;
afterEach(async () => {
  await mesh?.stop();
  mesh = undefined;
});

it('needs no TLS where TLS is required, and leaves no way around it', async () => {
  mesh = await startMesh({ DEMO: 'true', REQUIRE_TLS: 'true', PUBLIC_URL: 'https://chat.example.com' });
  expect([mesh.demoFailure, mesh.demo?.people.length]).toEqual([undefined, 3]);
  expect(mesh.consoleLink).toMatch(/^https:\/\/chat\.example\.com\/console\/#code=/);

  const { email, password } = mesh.demo?.people[0] ?? {};
  const signIn = (headers: Record<string, string>) =>
    fetch(`${mesh?.url}/v3/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password }),
    });
  const passes = [undefined, '', 'undefined', 'x'.repeat(43)];
  for (const pass of passes)
    expect([pass, (await signIn(pass === undefined ? {} : { 'parley-seeding': pass })).status]).toEqual([pass, 403]);
}, 120_000);

it('fails without an end of the mesh, which says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-broken-demo-'));
  try {
    await writeFile(join(folder, 'demo.json'), '{"passwords":{},"complete":false}');
    mesh = await startMesh({ DEMO: 'true', PARLEY_DATA: folder });
    expect(mesh.demo).toBeUndefined();
    expect(mesh.demoFailure).toMatch(/^demo\.json names no password of ada@/);
    expect((await new Customer(mesh.url).call('GET', '/testauth')).status).toBe(401);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);
