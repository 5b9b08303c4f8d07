import type { Database } from '@parley/service-kit/database';

import type { ConversationsService } from '../../test/harness.ts';
import { nodesOf, type PlanNode, rowsReadBy, runPlansOf } from '../../test/plans.ts';
import { startAlone } from '../../test/reading.ts';
import { RuleRuns } from './rule-run.repository.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

const key = { projectId: 'project', rule: 'rule', request: 'request 7', event: 'event 7', chain: 'event 7' };

const runNodes = (plans: readonly PlanNode[]): PlanNode[] =>
  plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'rule_run');

// A planner knows nothing of a new table, and keeps what it chooses then.
it.each([300, 3_000])('is judged by the runs of the rule on the request alone, of %d on a new table', async (count) => {
  const { db } = service;
  await db.query('truncate rule_run');
  await db.query(
    `insert into rule_run (id_project, id, rule, request, event, chain, result, record)
     select 'project', 'run ' || n, 'rule', 'request ' || n % 100, 'event ' || n, 'event ' || n, 'applied', '{}'
     from generate_series(1, $1::int) n`,
    [count],
  );

  const before = (watched: Database) => new RuleRuns(watched).before({ ...key, id: 'new' }, 'opening');
  const nodes = runNodes(await runPlansOf(before, db));

  expect(nodes.length).toBeGreaterThanOrEqual(4);
  const read = nodes.map(rowsReadBy);
  expect(Math.max(...read)).toBe(count / 100);
  expect(await before(db)).toEqual({ result: 'applied', wasApplied: true, isTooOften: count > 1_000, isInChain: true });

  const ofHour = (watched: Database) => new RuleRuns(watched).countOfHour('project', 'rule', 10);
  expect(runNodes(await runPlansOf(ofHour, db)).map((node) => [node['Index Name'], rowsReadBy(node)])).toEqual([
    ['rule_run_rule_idx', 10],
  ]);
});
