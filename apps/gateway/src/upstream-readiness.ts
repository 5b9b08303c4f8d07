import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { readBody } from '@parley/service-kit/http';
import { NotReady } from '@parley/service-kit/observability';
import { z } from 'zod';

import type { Upstream } from './upstreams.ts';

const timeoutMs = 2_000;
const reportLimit = 65_536;

/** What a service reports; only names are passed on. */
const Report = z.object({
  status: z.enum(['starting', 'stopping', 'down']),
  dependencies: z.record(z.string(), z.object({ status: z.string(), required: z.boolean() })),
});
const name = /^[a-z][a-z0-9_-]{0,39}$/i;

/**
 * Asks a service, over the connections for calls, whether it is ready.
 * @throws NotReady with what it says it lacks; Error when it does not answer
 */
export async function checkReadiness({ url, agent }: Upstream): Promise<void> {
  const req = get(`${url}/readyz`, { agent, signal: AbortSignal.timeout(timeoutMs) });
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  // From here on `readBody` rejects with the error.
  req.on('error', () => undefined);
  const body = await readBody(res, reportLimit);
  if (res.statusCode === 200) return;
  throw new NotReady(reasonOf(Report.parse(JSON.parse(body.toString()))));
}

function reasonOf({ status, dependencies }: z.output<typeof Report>): string {
  const down = Object.entries(dependencies).filter((entry) => entry[1].required && entry[1].status === 'down');
  const names = down.flatMap(([dependency]) => (name.test(dependency) ? [dependency] : []));
  return names.length > 0 ? `down: ${names.join(', ')}` : status;
}
