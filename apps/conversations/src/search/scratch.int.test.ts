import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';
import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { keepDepartment } from '../../test/rows.ts';
import { ListRequestsQuery } from '@parley/contracts';
import { planList } from '../request-list/list-plan.ts';
let service: ConversationsService;
beforeAll(async () => { service = await startAlone(); });
afterAll(() => service.stop());
it('measures', async () => {
  const people = personasOf();
  await keepDepartment(service.db, people.projectId, { default: true, routing: 'pooled', name: 'Everybody' });
  const time = async (name: string, view: string, q='parcel') => {
    const t: number[] = [];
    for (let n = 0; n < 9; n++) { const b = performance.now(); await service.as(people.ada).listRequests({ full_text: q, ...(view === 'row' && { view }) } as any); t.push(performance.now() - b); }
    console.log(name, view, t.toSorted((a, b) => a - b)[4]?.toFixed(1), 'ms');
  };
  const ids: string[] = [];
  for (let n = 0; n < 300; n++) {
    const request_id = `support-group-${people.projectId}-${newId()}`;
    ids.push(request_id);
    await service.as(people.vera).sendMessage({ request_id, text: `Where is ${n % 10 ? 'the thing' : 'my parcel'} ${n}? It was due on Monday and I am waiting for it.` });
  }
  await time('just written', 'full'); await time('just written', 'row');
  for (const request_id of ids) await service.as(people.ada).sendMessage({ request_id, text: `I will have a look at it` });
  await time('answered', 'full'); await time('answered', 'row');
  if (process.env.EXPLAIN) {
  const query = ListRequestsQuery.parse({ full_text: 'parcel' });
  const { stamps } = planList(people.ada, people.projectId, query);
  const rows = await service.db.query<any>('explain (analyze, buffers off) ' + stamps.statement.text, stamps.values);
  console.log(rows.map((r) => r['QUERY PLAN']).join('\n'));
  }
  await service.settled();
  await time('indexed', 'full'); await time('indexed', 'row');
}, 120000);
