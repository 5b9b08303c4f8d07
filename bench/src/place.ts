import { randomUUID } from 'node:crypto';

import { call } from './processes.ts';

export interface Owner {
  email: string;
  password: string;
}

/** A project, and who calls there. */
export interface Place {
  url: string;
  projectId: string;
  token: string;
}

/** A new user and a project of theirs. */
export async function signUp(url: string): Promise<Owner & { projectId: string }> {
  const owner = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  await call(url, 'POST', '/v3/auth/signup', undefined, { ...owner, firstname: 'Ada', lastname: 'Example' });
  const { _id } = await call<{ _id: string }>(url, 'POST', '/v3/projects', await signIn(url, owner), { name: 'Scale' });
  return { ...owner, projectId: _id };
}

export async function signIn(url: string, owner: Owner): Promise<string> {
  const { token } = await call<{ token: string }>(url, 'POST', '/v3/auth/signin', undefined, {
    email: owner.email,
    password: owner.password,
  });
  return token;
}

/** One call that must succeed, in the place's project. `next`: the query of the page that follows. */
export async function timed(
  { url, projectId, token }: Place,
  { method = 'GET', path, body }: { method?: string; path: string; body?: object },
): Promise<{ latency: number; next: string | undefined }> {
  const began = performance.now();
  const response = await fetch(`${url}/v3/${projectId}${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const latency = performance.now() - began;
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { latency, next: /<[^?]*(\?.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
}

/** What one call took, in ms; one that is refused or gets no answer has taken for ever. */
export const latencyOf = (place: Place, call: Parameters<typeof timed>[1]): Promise<number> =>
  timed(place, call).then(
    ({ latency }) => latency,
    () => Number.POSITIVE_INFINITY,
  );

/** Of values in ascending order; rounded to tenths. */
export const ms = (sorted: number[], share: number): number => Number(quantile(sorted, share).toFixed(1));

/** Of values in ascending order. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
