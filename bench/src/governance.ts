import { beginConversations, type Conversation, newTeammate } from './mesh/project.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, quantile, signIn, signUp } from './place.ts';
import { call } from './processes.ts';

const customRoles = 50;

/** A project, an agent of it, and conversations, all of which the agent sees. */
interface Side {
  projectId: string;
  agent: Awaited<ReturnType<typeof newTeammate>>;
  conversations: Conversation[];
}

const kinds: Record<string, (url: string, side: Side, nth: number) => Promise<unknown>> = {
  'list of 40 requests': (url, side) => get(url, side, '/requests?status=100,200&limit=40'),
  'the same in row form': (url, side) => get(url, side, '/requests?status=100,200&limit=40&view=row'),
  'full text': (url, side, nth) => get(url, side, `/requests?full_text=parcel+${nth % side.conversations.length}`),
  'one request': (url, side, nth) => get(url, side, `/requests/${at(side, nth).path.split('/').at(-1)}`),
  'a visitor writes': (url, side, nth) => {
    const { path, visitorToken } = at(side, nth);
    return call(url, 'POST', `${path}/messages`, visitorToken, { text: 'Has it left?' });
  },
  'sign-in': (url, { agent }) => signIn(url, agent),
};

/**
 * Calls in a project with 50 custom roles, whose agent has one with the visibility `departments`, against the same calls in a project
 * without any; one at a time, alternating.
 */
export async function governance(size: number, samples: number): Promise<void> {
  await onOwnMesh({ apart: ['workspace', 'conversations'] }, async ({ url }) => {
    const [plain, governed] = [await newSide(url, size, 0), await newSide(url, size, customRoles)];
    const rows = [];
    for (const [kind, make] of Object.entries(kinds)) {
      const took = new Map<Side, number[]>([
        [plain, []],
        [governed, []],
      ]);
      // The first tenth warms up.
      for (let nth = -Math.ceil(samples / 10); nth < samples; nth++) {
        for (const side of nth % 2 === 0 ? [plain, governed] : [governed, plain]) {
          const began = performance.now();
          await make(url, side, Math.abs(nth));
          if (nth >= 0) took.get(side)?.push(performance.now() - began);
        }
      }
      const [none = [], all = []] = [plain, governed].map((side) => (took.get(side) ?? []).toSorted((a, b) => a - b));
      rows.push([
        kind,
        {
          ...{ 'none, p50 ms': ms(none, 0.5), 'p99 ms': ms(none, 0.99) },
          ...{ 'governed, p50 ms': ms(all, 0.5), 'its p99 ms': ms(all, 0.99) },
          ratio: Number((quantile(all, 0.5) / quantile(none, 0.5)).toFixed(2)),
        },
      ]);
    }
    console.table(Object.fromEntries(rows));
  });
}

async function newSide(url: string, size: number, roles: number): Promise<Side> {
  const { projectId, ...owner } = await signUp(url);
  const token = await signIn(url, owner);
  const agent = await newTeammate(url, projectId, token);
  for (let nth = 0; nth < roles; nth++) {
    const role = { name: `Role ${nth}`, base: 'agent', rights: { 'leads.delete': false }, visibility: 'departments' };
    const { _id } = await call<{ _id: string }>(url, 'POST', `/v3/${projectId}/roles`, token, role);
    if (nth === 0) await call(url, 'PUT', `/v3/${projectId}/project_users/${agent._id}`, token, { role_id: _id });
  }
  return { projectId, agent, conversations: await beginConversations(url, projectId, size) };
}

const at = ({ conversations }: Side, nth: number) => conversations[nth % conversations.length] as Conversation;

async function get(url: string, { projectId, agent }: Side, path: string): Promise<void> {
  const response = await fetch(`${url}/v3/${projectId}${path}`, { headers: { authorization: agent.token } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
}
