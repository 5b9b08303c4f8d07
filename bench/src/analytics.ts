import { measureLag, type Writing } from './figure-lag.ts';
import { onOwnMesh } from './own-mesh.ts';
import { latencyOf, ms, type Place } from './place.ts';
import { seedFacts } from './seed/facts.ts';

const services = ['workspace', 'conversations', 'contacts', 'bots', 'media', 'analytics', 'webhooks'] as const;
const messagesOfRequest = 2;
const budgetMs = 100;
const agents = Array.from({ length: 50 }, (_, index) => `agent-${index}`);
const department = '64b000000000000000000001';

/** Of the specification, then others. */
const paths: Record<string, string> = {
  'requests/waiting': '/analytics/requests/waiting',
  'requests/waiting/day/last': '/analytics/requests/waiting/day/last',
  'requests/count': '/analytics/requests/count',
  'requests/aggregate/status': '/analytics/requests/aggregate/status',
  'requests/aggregate/day': '/analytics/requests/aggregate/day',
  'requests/aggregate/week': '/analytics/requests/aggregate/week',
  'requests/aggregate/month': '/analytics/requests/aggregate/month',
  'requests/aggregate/hours': '/analytics/requests/aggregate/hours',
  'requests/duration': '/analytics/requests/duration',
  'requests/satisfaction': '/analytics/requests/satisfaction',
  'requests/hasBot/count': '/analytics/requests/hasBot/count',
  'messages/count': '/analytics/messages/count',
  'messages/aggregate/day': '/analytics/messages/aggregate/day',
  activities: '/activities',
  'requests/aggregate/day in Kathmandu, one department': `/analytics/requests/aggregate/day?tz=Asia/Kathmandu&department_id=${department}`,
  'requests/aggregate/day of an agent': '/analytics/requests/aggregate/day?participant=agent-7',
  'requests/duration of an agent': '/analytics/requests/duration?participant=agent-7',
  'requests/duration/day in Rome': '/analytics/requests/duration/day?tz=Europe/Rome',
  'requests/duration/month': '/analytics/requests/duration/month',
  'messages/aggregate/sender': '/analytics/messages/aggregate/sender',
  'tags/conversation-tag': '/analytics/tags/conversation-tag',
  'requests/aggregate/week of an agent': '/analytics/requests/aggregate/week?participant=agent-7',
  'requests/duration of a department and channel': `/analytics/requests/duration?department_id=${department}&channel=email`,
  'activities by verb': '/activities?sortField=verb',
  'activities of an agent, two verbs': '/activities?agent_id=agent-7&activities=REQUEST_CREATE,REQUEST_CLOSE',
};

export interface FiguresOptions {
  /** Of the project that is asked about. */
  requests: number;
  /** Others beside it, with a tenth of its conversations each. */
  others: number;
  /** Calls of each path; a tenth of them before, which are not counted. */
  samples: number;
  /** What people write while it is measured how late figures are. */
  writing: Writing;
}

/** The figures of one project with a year of conversations, one call at a time; then how late they are while people write. */
export async function analytics({ requests, others, samples, writing }: FiguresOptions): Promise<void> {
  await onOwnMesh({ apart: services }, async (place) => {
    const smaller = Array.from({ length: others }, (_, index) => ({
      projectId: index.toString(16).padStart(24, '0'),
      requests: Math.ceil(requests / 10),
    }));
    const projects = [{ projectId: place.projectId, requests }, ...smaller];
    await timedly(`${requests.toLocaleString('en')} conversations, ${others} smaller projects`, () =>
      seedFacts(place.databaseUrl('analytics'), { projects, messages: messagesOfRequest, agents }),
    );
    await timedly(`${samples} calls of each path`, () => askAll(place, samples));
    const databases = { conversations: place.databaseUrl('conversations'), facts: place.databaseUrl('analytics') };
    await measureLag(place, databases, writing);
  });
}

async function timedly(what: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function askAll(place: Place, samples: number): Promise<void> {
  const found: Record<string, object> = {};
  for (const [name, path] of Object.entries(paths)) {
    const took = (await measured(place, samples, path)).sort((one, other) => one - other);
    const p99 = ms(took, 0.99);
    found[name] = { 'p50 ms': ms(took, 0.5), 'p99 ms': p99, [`p99 <= ${budgetMs}`]: p99 <= budgetMs ? '' : 'missed' };
  }
  console.table(found);
}

async function measured(place: Place, samples: number, path: string): Promise<number[]> {
  const took: number[] = [];
  // The first tenth warms up.
  for (let sample = -Math.ceil(samples / 10); sample < samples; sample++) {
    const latency = await latencyOf(place, { path });
    if (sample >= 0) took.push(latency);
  }
  return took;
}
