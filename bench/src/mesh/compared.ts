import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { call } from '../processes.ts';
import { measureIdle } from './idle.ts';
import { startParley } from './parley.ts';
import { deleteLater, type FilledProject, fillProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import { type Found, report } from './report.ts';
import { type Scenario, send, single } from './scenarios.ts';
import { countStatements, measureWindow, type WindowOptions } from './window.ts';

export interface ComparedOptions {
  /** Of the calls; all of them if there are none. */
  names: readonly string[];
  windows: number;
  seconds: number;
  connections: number;
  conversations: number;
}

const policies = 5;
const rules = 20;
const customRoles = 50;
/** A project with automation or custom roles pays for these. */
const measured: Record<string, Scenario> = {
  send,
  requests: single.requests,
  rows: single.rows,
  /** An agent signs in by their password. */
  'sign-in': ({ agents }, nth) => {
    const { email, password } = agents[nth % agents.length] ?? {};
    const headers = { 'content-type': 'application/json' };
    return { method: 'POST', path: '/v3/auth/signin', headers, body: JSON.stringify({ email, password }) };
  },
  // The last one, since it leaves new requests behind.
  first: single.first,
};
const anyIdle = { node: 0.1, postgres: 0.1 };
const minuteMs = 60_000;

type Prepare = (url: string, project: FilledProject) => Promise<void>;

/** What one project has and another one does without. */
export const features = { automation: automate, governance: govern } satisfies Record<string, Prepare>;

/** The same calls in a project with a feature, and in one without, by turns in one mesh. */
export async function compared(feature: keyof typeof features, options: ComparedOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const parley = await startParley(folder, { inspect: false });
  try {
    const plain = await fillProject(parley, options.conversations);
    const prepared = await fillProject(parley, options.conversations);
    const filledAt = new Date();
    await features[feature](parley.url, prepared);
    await parley.database.vacuum();
    await untilQuiet(parley, anyIdle);
    const idle = await measureIdle(parley, options.seconds);
    let calls = 0;
    for (const [name, scenario] of Object.entries(measured)) {
      if (options.names.length > 0 && !options.names.includes(name)) continue;
      const found = new Map<string, Found>();
      const sides = [
        [`with ${feature}`, prepared],
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

/** Custom roles, of which each agent has one that shows their departments, patterns that are taken out, and days after which requests go. */
async function govern(url: string, { projectId, ownerToken }: FilledProject): Promise<void> {
  const roles: string[] = [];
  for (let place = 0; place < customRoles; place++) {
    const role = { name: `Role ${place}`, base: 'agent', visibility: 'departments', rights: { 'leads.delete': false } };
    const { _id } = await call<{ _id: string }>(url, 'POST', `/v3/${projectId}/roles`, ownerToken, role);
    roles.push(_id);
  }
  const members = `/v3/${projectId}/project_users`;
  const team = await call<{ _id: string; role: string }[]>(url, 'GET', members, ownerToken);
  for (const [place, { _id }] of team.filter(({ role }) => role === 'agent').entries())
    await call(url, 'PUT', `/v3/${projectId}/project_users/${_id}`, ownerToken, {
      role_id: roles[place % customRoles],
    });
  const settings = { retention: { closed_requests: 365, drafts: 30 }, redact_patterns: ['card', 'iban'] };
  await call(url, 'PUT', `/v3/projects/${projectId}`, ownerToken, { settings });
}
