import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { call } from '../processes.ts';
import { measureIdle } from './idle.ts';
import { startParley } from './parley.ts';
import { deleteLater, type FilledProject, fillProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import { type Found, report } from './report.ts';
import { scenarios } from './scenarios.ts';
import { countStatements, measureWindow, type WindowOptions } from './window.ts';

export interface AutomationOptions {
  windows: number;
  seconds: number;
  connections: number;
  conversations: number;
}

const policies = 5;
const rules = 20;
/** A project with automation pays for these. */
const measured = ['send', 'first', 'requests', 'rows'];
const anyIdle = { node: 0.1, postgres: 0.1 };
const minuteMs = 60_000;

/** The same calls in a project with policies and rules, and in one without, by turns in one mesh. */
export async function automation(options: AutomationOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const parley = await startParley(folder, { inspect: false });
  try {
    const plain = await fillProject(parley, options.conversations);
    const automated = await fillProject(parley, options.conversations);
    const filledAt = new Date();
    await automate(parley.url, automated);
    await parley.database.vacuum();
    await untilQuiet(parley, anyIdle);
    const idle = await measureIdle(parley, options.seconds);
    let calls = 0;
    for (const name of measured) {
      const scenario = scenarios[name];
      if (!scenario) throw new Error(`There is no scenario ${name}.`);
      const found = new Map<string, Found>();
      const sides = [
        ['with automation', automated],
        ['without', plain],
      ] as const;
      const window = (project: FilledProject): WindowOptions => ({
        ...{ project, scenario, idle, connections: options.connections, seconds: options.seconds },
        next: () => calls++,
      });
      const tidy = async (project: FilledProject) => {
        await deleteLater(parley, project, filledAt);
        await untilQuiet(parley, idle);
      };
      for (const [side, project] of sides) {
        await parley.database.vacuum();
        await measureWindow(parley, window(project));
        const { statements } = await countStatements(parley, window(project));
        await tidy(project);
        found.set(side, { windows: [], statements });
      }
      for (let nth = 0; nth < options.windows; nth++) {
        // By turns, so that both see the same machine.
        for (const [side, project] of nth % 2 === 0 ? sides : sides.toReversed()) {
          found.get(side)?.windows.push(await measureWindow(parley, window(project)));
          await tidy(project);
        }
      }
      report(name, found);
    }
  } finally {
    await parley.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Policies of which the last one applies, and rules that look at each message or change and find nothing to do. */
async function automate(url: string, { projectId, ownerToken }: FilledProject): Promise<void> {
  const make = (records: string, body: object) => call(url, 'POST', `/v3/${projectId}/${records}`, ownerToken, body);
  const tagged = (place: number) => ({ field: 'tags', operator: 'contains', value: `none ${place}` });
  for (let place = 0; place < policies; place++) {
    await make('sla_policies', {
      name: `Policy ${place}`,
      filters: place === policies - 1 ? [] : [tagged(place)],
      targets: { default: { first_response: 30 * minuteMs, next_response: 60 * minuteMs, resolution: 480 * minuteMs } },
    });
  }
  for (let place = 0; place < rules; place++) {
    await make('rules', {
      ...{ name: `Rule ${place}`, enabled: true, on: ['message.created', 'request.created', 'request.updated'] },
      filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }, tagged(place)],
      actions: [{ type: 'set_priority', priority: 'urgent' }],
    });
  }
}
