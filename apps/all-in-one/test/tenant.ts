import { createHmac, randomUUID } from 'node:crypto';

import type { AnyEndpoint, Method, Right } from '@parley/contracts';
import { type Answer, answerOf, type CallerFacts, httpCall, idAt, type Place, type RawCall } from '@parley/testkit';

import type { AllInOne } from '../src/service.ts';
import { newUser, newVisitor } from './mesh.ts';

export const personaNames = ['none', 'guest', 'user', 'bot', 'token', 'agent', 'admin', 'owner'] as const;
export type PersonaName = (typeof personaNames)[number];

/** A person with credentials: signed in once, for all later calls. */
export interface Persona extends CallerFacts {
  name: PersonaName | 'narrow';
  /** The header by which they are known; absent for strangers. */
  authorization?: string;
  send(endpoint: Pick<AnyEndpoint, 'owner'>, call: RawCall): Promise<Answer>;
  /** The same way, without credentials. */
  sendAsStranger: Persona['send'];
  /** Their project, as rows of the contract tests see it. */
  place: Place;
}

/** A project with one person of every role. From the lowest role to the highest, so that the one who may delete it comes last. */
export interface Tenant {
  projectId: string;
  personas: Persona[];
  owner: Persona;
  /** Ids by which rows of no project are known as this one's. */
  ids: string[];
}

interface Credentials extends CallerFacts {
  id: string;
  token: string;
  password?: string;
}

type Send = (call: RawCall) => Promise<Answer>;

export async function newTenant(mesh: Pick<AllInOne, 'url'>): Promise<Tenant> {
  const send = throughGateway(mesh.url);
  const [ada, grace, linus] = await Promise.all(['Ada', 'Grace', 'Linus'].map((name) => newUser(mesh.url, name)));
  if (!ada || !grace || !linus) throw new Error('a person of the tenant has not signed up');

  const owner = asking(throughGateway(mesh.url, ada.token));
  const projectId = idAt(await owner('post', '/projects', { name: 'Acme' }), '_id');
  await owner('post', `/${projectId}/project_users/invite`, { email: grace.email, role: 'admin' });
  const agent = await owner('post', `/${projectId}/project_users/invite`, { email: linus.email, role: 'agent' });
  const departments = await owner('get', `/${projectId}/departments`);
  const guest = await newVisitor(mesh.url, projectId, 'Vera');
  const secret = idAt(await owner('post', `/${projectId}/keys/generate`), 'jwtSecret');
  const visitor = customToken(secret, projectId);
  const exchange = throughGateway(mesh.url, `JWT ${visitor}`);
  const external = await asking(exchange)('post', '/auth/signinWithCustomToken');

  const bot = idAt(await owner('post', `/${projectId}/bots`, { name: 'Robby', template: 'blank' }), '_id');
  const place: Place = {
    projectId,
    owner,
    known: { user: linus.id, teammate: idAt(agent, '_id'), department: idAt(departments, 0, '_id'), bot },
    email: linus.email,
  };
  const wanted = { name: 'Export', role: 'agent', expires_in: 3_600 };
  const token = await owner('post', `/${projectId}/api_tokens`, wanted);
  const jwt = idAt(await owner('get', `/${projectId}/bots/${bot}/jwt`), 'jwt');
  const people: Record<Exclude<PersonaName, 'none'>, Credentials> = {
    guest: { ...guest, kind: 'guest', role: 'guest' },
    user: { kind: 'external', role: 'user', id: idAt(external, 'user', '_id'), token: idAt(external, 'token') },
    bot: { kind: 'bot', role: 'agent', id: bot, token: `JWT ${jwt}` },
    token: { kind: 'token', role: 'agent', id: idAt(token, '_id'), token: `Bearer ${idAt(token, 'token')}` },
    agent: { ...linus, kind: 'user', role: 'agent' },
    admin: { ...grace, kind: 'user', role: 'admin' },
    owner: { ...ada, kind: 'user', role: 'owner' },
  };
  const asStranger: Persona['send'] = (_endpoint, call) => send(call);
  const personas = personaNames.map((name): Persona => {
    if (name === 'none') return { name, kind: 'none', place, send: asStranger, sendAsStranger: asStranger };
    return { ...signedIn(mesh.url, name, people[name], place), sendAsStranger: asStranger };
  });
  return {
    projectId,
    personas,
    owner: personas.at(-1) as Persona,
    ids: [projectId, ...Object.values(people).map(({ id }) => id)],
  };
}

/** The tenant with one more agent, whose custom role has fewer rights and shows their own requests alone. */
export async function withCustomRole({ url }: Pick<AllInOne, 'url'>, tenant: Tenant): Promise<Tenant> {
  const { place, sendAsStranger } = tenant.owner;
  const path = `/${tenant.projectId}`;
  const joan = await newUser(url, 'Joan');
  const teammate = await place.owner('post', `${path}/project_users/invite`, { email: joan.email, role: 'agent' });
  const rights = { 'leads.delete': false, 'canned.write': false, 'messages.write': false, 'requests.export': false };
  const wanted = { name: 'Narrow', base: 'agent', visibility: 'own', rights };
  const role = (await place.owner('post', `${path}/roles`, wanted)) as { _id: string; effective_rights: Right[] };
  await place.owner('put', `${path}/project_users/${idAt(teammate, '_id')}`, { role_id: role._id });
  const credentials: Credentials = { ...joan, kind: 'user', role: 'agent', rights: role.effective_rights };
  const narrow = { ...signedIn(url, 'narrow', credentials, place), sendAsStranger };
  return { ...tenant, personas: [narrow, ...tenant.personas], ids: [...tenant.ids, joan.id] };
}

function signedIn(
  url: string,
  name: Persona['name'],
  credentials: Credentials,
  place: Place,
): Omit<Persona, 'sendAsStranger'> {
  const { kind, role, rights, token, password } = credentials;
  const send = throughGateway(url, token);
  // Of bots and machine tokens there is no history that it could look into.
  const hasHistory = kind !== 'bot' && kind !== 'token';
  const caller = hasHistory ? { jti: idAt(claimsOf(token), 'jti'), password, ask: asking(send) } : undefined;
  return {
    name,
    kind,
    role,
    rights,
    authorization: token,
    send: (_endpoint, call) => send(call),
    place: { ...place, caller },
  };
}

function throughGateway(url: string, authorization?: string): Send {
  return async ({ method, url: path, body }) => {
    const answer = await httpCall(`${url}${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answerOf(answer);
  };
}

/** Calls that have to succeed; paths begin after `/v3`. */
function asking(send: Send): Place['owner'] {
  return async (method: Method, path: string, body?: unknown) => {
    const answer = await send({ method, url: `/v3${path}`, body });
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  };
}

/** What a customer's own server signs for one of its visitors. */
function customToken(secret: string, projectId: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { _id: randomUUID(), aud: `parley:projects:${projectId}`, iat: seconds, exp: seconds + 3_600 };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function claimsOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
