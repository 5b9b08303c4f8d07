// The conversation of the README against PARLEY_URL, from the sign-up to the rating; removes what it has made.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

const { PARLEY_URL: url } = process.env;
const password = randomUUID();
const email = `walk-${randomUUID()}@example.com`;

async function call(method, path, token, body) {
  const response = await fetch(`${url}/v3${path}`, {
    method,
    // It comes from within the cluster, as a trusted proxy does.
    headers: {
      'x-forwarded-proto': 'https',
      ...(token && { authorization: token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

await call('POST', '/auth/signup', undefined, { email, password, firstname: 'Grace', lastname: 'Hopper' });
const { token: agent } = await call('POST', '/auth/signin', undefined, { email, password });
try {
  const { _id: project } = await call('POST', '/projects', agent, { name: 'Walk' });
  try {
    await walk(agent, project);
  } finally {
    await call('DELETE', `/projects/${project}`, agent);
  }
} finally {
  await call('DELETE', '/users', agent);
}
process.stdout.write('The conversation of the README went through.\n');

async function walk(agent, project) {
  const { token: visitor } = await call('POST', '/auth/signinAnonymously', undefined, {
    id_project: project,
    firstname: 'Vera',
  });
  const request = `support-group-${project}-${randomUUID().replaceAll('-', '')}`;
  const messages = `/${project}/requests/${request}/messages`;
  const first = await call('POST', messages, visitor, { text: 'My parcel has not arrived.' });
  assert.equal(first.request.participatingAgents[0].firstname, 'Grace');
  const { requests } = await call('GET', `/${project}/requests?status=100,200`, agent);
  assert.equal(requests[0].first_text, 'My parcel has not arrived.');
  const answer = await call('POST', messages, agent, { text: 'I am looking into it.' });
  assert.equal(answer.senderFullname, 'Grace Hopper');
  const read = await call('GET', messages, visitor);
  assert.equal(read.at(-1).text, 'I am looking into it.');
  const closed = await call('PUT', `/${project}/requests/${request}/close`, agent);
  assert.equal(closed.status, 1000);
  const rated = await call('PATCH', `/${project}/requests/${request}/rating`, visitor, {
    rate: 5,
    rate_message: 'Quick and kind.',
  });
  assert.equal(rated.rating, 5);
}
