import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { factorChanged } from '@parley/contracts';
import { processVariables } from '@parley/testkit';

import { withTotp } from '../test/authenticator.ts';
import { startPeopleHarness } from '../test/people-harness.ts';

async function run(databaseUrl: string, ...words: string[]) {
  const command = fileURLToPath(new URL('./user-command.ts', import.meta.url));
  const env = { ...processVariables(), DATABASE_URL_WORKSPACE: databaseUrl };
  const child = spawn(process.execPath, [command, ...words], { env });
  return new Promise((resolve) => child.on('close', resolve));
}

it('resets the second factors of one person, which is an activity of the operator', async () => {
  const people = await startPeopleHarness();
  try {
    const [ada, grace] = [await people.signUp('Ada'), await people.signUp('Grace')];
    const { projectId } = await people.project(ada);
    for (const person of [ada, grace]) await withTotp(people, person);

    expect(await run(people.databaseUrl, 'reset-factor', 'ADA@x.io')).toBe(0);
    expect(await run(people.databaseUrl, 'reset-factor', 'stranger@x.io')).toBe(1);
    expect(await run(people.databaseUrl, 'reset-factor')).toBe(2);

    expect((await people.open.signIn({ email: ada.email, password: ada.password })).status).toBe(200);
    const asked = await people.open.signIn({ email: grace.email, password: grace.password });
    expect(asked.body.code).toBe('second_factor_required');
    const told = (await people.outbox(factorChanged, projectId)).at(-1);
    expect([told?.actor, told?.data.change]).toEqual(['system', 'reset']);
  } finally {
    await people.stop();
  }
}, 60_000);
