const dayMs = 86_400_000;
const targets = { default: { first_response: 3_600_000, next_response: 3_600_000, resolution: dayMs } };
/** Without what a test makes of it. */
const send = globalThis.fetch;

/** The owner of a project makes a policy for every request, rules that run on everything, a survey after every closing, and a holiday. */
export async function automate(
  /** Of the gateway, with the version of the API. */
  base: string,
  projectId: string,
  headers: NonNullable<RequestInit['headers']>,
): Promise<void> {
  const on = ['request.created', 'request.updated', 'request.assigned', 'request.closed', 'message.created'];
  const actions = [{ type: 'remove_tags', tags: ['never set'] }];
  const filters = [{ field: 'subject', operator: '=', value: 'never set' }];
  const timer = { since: 'created', ms: dayMs };
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  const records: [string, object][] = [
    ['sla_policies', { name: 'All', targets }],
    ['rules', { name: 'Changes nothing', enabled: true, on, actions }],
    ['rules', { name: 'Never matches', enabled: true, on, filters, actions: [{ type: 'close' }] }],
    ['rules', { name: 'Waits', enabled: true, on: ['timer'], timer, actions }],
    ['surveys', { name: 'After all', enabled: true, delay: dayMs }],
    ['holidays', { name: 'Holiday', from: day }],
  ];
  for (const [path, body] of records) {
    const answer = await send(`${base}/${projectId}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

/** From then on every project that is made in this process is automated at once. */
export class AutomatedProjects {
  readonly ids: string[] = [];

  begin(): void {
    globalThis.fetch = async (address, init) => {
      const answer = await send(address, init);
      const [, base] = /^(.*\/v3)\/projects\/?$/.exec(String(address)) ?? [];
      if (base && init?.method?.toUpperCase() === 'POST' && answer.ok) {
        const { _id } = (await answer.clone().json()) as { _id: string };
        await automate(base, _id, init.headers ?? {});
        this.ids.push(_id);
      }
      return answer;
    };
  }

  end(): void {
    globalThis.fetch = send;
  }
}
