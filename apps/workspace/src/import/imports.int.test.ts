import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { Mover } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const kinds = { lead: { done: 5, total: 20, quarantined: 1 }, message: { done: 0, total: 100, quarantined: 0 } };
const report = { source: 'tiledesk', startedBy: 'grace', kind: 'lead', rate: 50, kinds };
const at = '2026-01-01T00:00:00.000Z';

/** An import that has come so far that its owner is known. */
async function importedProject(owner?: Actor) {
  const mover = new Mover(team, 'workspace');
  const projectId = newId();
  const [ada, linus] = [owner ?? (await team.person('Ada')), await team.person('Linus')];
  const made = { createdBy: ada.id, createdAt: at, updatedAt: at };
  await mover.begin(projectId);
  await mover.load(projectId, 'project', [{ ...made, _id: projectId, name: 'Old shop' }]);
  await mover.load(projectId, 'membership', [
    { ...made, _id: newId(), id_user: ada.id, role: 'owner' },
    { ...made, _id: newId(), id_user: linus.id, role: 'admin' },
  ]);
  const call = { idProject: projectId, import: mover.import };
  return { mover, projectId, ada, linus, call };
}

it('lists an import while it runs and once it is active, to owners of its project alone', async () => {
  const { mover, projectId, ada, linus, call } = await importedProject();
  const imports = async (one = ada) => (await team.as(one).listImports()).body.imports;
  expect(await imports()).toEqual([]);

  await mover.calls.report({ ...call, ...report, state: 'loading' });
  expect(await imports()).toEqual([
    {
      ...{ _id: mover.import, id: mover.import, id_project: projectId, name: 'Old shop', source: 'tiledesk' },
      ...{ state: 'loading', kind: 'lead', progress: kinds, rate: 50, remaining: 115, quarantined: 1 },
      ...{ startedBy: 'grace', createdAt: expect.any(String), updatedAt: expect.any(String) },
    },
  ]);
  expect(await imports(linus)).toEqual([]);
  expect(await imports((await team.project()).ada)).toEqual([]);
  expect((await team.as(ada).listProjects()).body).toEqual([]);

  await mover.calls.activate(call);
  await mover.calls.report({ ...call, ...report, state: 'active' });
  expect(await imports()).toMatchObject([{ state: 'active', finishedAt: expect.any(String) }]);
  mover.close();
});

it('leaves nothing of an import that is discarded, also when the program still reports', async () => {
  const { mover, projectId, ada, call } = await importedProject();
  await mover.calls.report({ ...call, ...report, state: 'loading' });
  expect((await team.as(ada).listImports()).body.count).toBe(1);

  expect((await mover.calls.discard(call)).done).toBe(true);
  await mover.calls.report({ ...call, ...report, state: 'loading' });
  expect((await team.as(ada).listImports()).body).toMatchObject({ count: 0, imports: [] });
  const rows = await team.context.db.query('select from import where id_project = $1', [projectId]);
  expect(rows).toEqual([]);
  mover.close();
});

it('is answered to users alone, in pages', async () => {
  expect((await team.open.listImports()).status).toBe(401);
  const first = await importedProject();
  const second = await importedProject(first.ada);
  for (const { mover, call } of [first, second]) {
    await mover.calls.report({ ...call, ...report, state: 'loading' });
    mover.close();
  }
  const page = await team.as(first.ada).listImports({ limit: 1 });
  expect(page.body).toMatchObject({ perPage: 1, count: 2, imports: [{ id_project: second.projectId }] });
  const cursor = /cursor=([^&>]+)/.exec(page.headers.link ?? '')?.[1];
  const { body, headers } = await team.as(first.ada).listImports({ limit: 1, cursor });
  expect(body.imports.map(({ id_project }) => id_project)).toEqual([first.projectId]);
  expect(headers.link).toBeUndefined();
});
