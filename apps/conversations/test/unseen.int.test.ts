import * as contracts from '@parley/contracts';
import { type Actor, type AnyEndpoint, endpointsOf } from '@parley/contracts';
import {
  type Answer,
  actor,
  bodyFor,
  changedTables,
  fillPath,
  makeParams,
  type Place,
  refusalOf,
  rowOf,
  searchFor,
  storedRows,
} from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from './harness.ts';
import { newRequestId, type TestProject } from './test-project.ts';

type Params = Record<string, string>;

const inProject = endpointsOf(contracts).filter(
  ({ owner, role }) => owner === 'conversations' && role !== 'public' && role !== 'signed_in',
);
const ofOneRequest = inProject
  .filter(({ path }) => path.includes('/:request_id'))
  .map((endpoint) => [endpoint.operation, endpoint] as const);
const reads = inProject
  .filter(({ method }) => method === 'get')
  .map((endpoint) => [endpoint.operation, endpoint] as const);

/** What a request that may not be seen answers where it is not the 404 of an unknown one. */
const otherRefusals: Record<string, [status: number, code: string]> = {
  // The sender chose the id, so they learn that it belongs to another request.
  sendMessage: [403, 'request_not_visible'],
  sendMessages: [403, 'request_not_visible'],
  createRequest: [409, 'request_exists'],
};

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;
let place: Place;
/** Those who may call the endpoints, and may not see what ada made in the department of linus. */
let outsiders: Record<string, Actor>;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  project = await harness.project((made) => {
    made.addDepartment({ id_group: 'sales' });
    made.addMember({ actor: made.personas.linus, groups: ['sales'], available: false });
    made.addMember({ actor: made.personas.alan, groups: ['care'] });
  });
  const { ada, alan, linus, vera, victor, robby, projectId } = project.personas;
  outsiders = {
    'an agent of another group': alan,
    'another guest': vera,
    'another user': victor,
    'a bot whose token is for another request': { ...robby, requestId: newRequestId(projectId) },
  };
  place = placeOf(ada, { user: linus.id, teammate: linus.teammateId, department: project.departments[0]?._id });
});

function placeOf(owner: Actor, known: Place['known']): Place {
  return {
    projectId: project.projectId,
    known,
    owner: async (method, path, body) => {
      const answer = await service.send(owner, { method, url: `/v3${path}`, body });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
  };
}

function call(caller: Actor, endpoint: AnyEndpoint, params: Params): Promise<Answer> {
  const body = bodyFor(endpoint, place, params);
  return service.send(caller, {
    method: endpoint.method,
    url: fillPath(endpoint.path, params) + searchFor(endpoint, place),
    body,
  });
}

/** A refusal without what differs from call to call. */
function wordsOf({ status, body }: Answer): object {
  return { status, ...body, requestId: undefined };
}

describe('answers an actor who may not see a request as if it did not exist', () => {
  it.each(ofOneRequest)('%s', async (operation, endpoint) => {
    const asked = await makeParams(endpoint, endpoint.path, place);
    const request_id = await newRequest();
    const unknown = { ...asked, request_id: newRequestId(project.projectId) };
    const before = await ofProject();

    for (const [who, caller] of Object.entries(outsiders)) {
      if (refusalOf(endpoint, caller, true) !== undefined) continue;
      const answer = await call(caller, endpoint, { ...asked, request_id });
      const [status, code] = otherRefusals[operation] ?? [404, 'request_not_found'];
      expect({ who, status: answer.status, code: answer.body.code }).toEqual({ who, status, code });
      expect(answer.body).not.toHaveProperty('conflict');
      if (status === 404) expect(wordsOf(answer)).toEqual(wordsOf(await call(caller, endpoint, unknown)));
    }
    expect(changedTables(before, await ofProject(), rowOf(endpoint).mayMove)).toEqual([]);
  });
});

/** Other files have left rows of theirs, and jobs that work on them. */
const ofProject = () => storedRows(service.db, { projectId: project.projectId, ids: [project.projectId] });

async function newRequest(): Promise<string> {
  const { body } = await service.as(project.personas.ada).createRequest({ first_text: 'Hello' });
  return body.request_id;
}

it('keeps a request out of every list of those who may not see it', async () => {
  const request_id = await newRequest();
  const lists = reads.filter(([, { path }]) => !path.includes('/:request_id'));

  for (const [operation, endpoint] of lists) {
    const params = await makeParams(endpoint, endpoint.path, place);
    for (const [who, caller] of Object.entries(outsiders)) {
      if (refusalOf(endpoint, caller, true) !== undefined) continue;
      const { status, body } = await call(caller, endpoint, params);
      const isShown = JSON.stringify(body).includes(request_id);
      expect({ operation, who, status, isShown }).toEqual({ operation, who, status: 200, isShown: false });
    }
  }
  const { body: counts } = await service.as(project.personas.alan).countRequests();
  expect(counts).toEqual({ unassigned: 0, assigned: 0, bot_assigned: 0, abandoned: 0 });
});

it('follows a change of group with the next call', async () => {
  const request_id = await newRequest();
  const { alan, linus } = project.personas;
  const seenBy = async (agent: Actor) => (await service.as(agent).getRequest({ request_id })).status;

  expect([await seenBy(linus), await seenBy(alan)]).toEqual([200, 404]);
  project.setMember(alan, { groups: ['sales'] });
  project.setMember(linus, { groups: ['care'] });
  await harness.syncReadModels(project);
  expect([await seenBy(linus), await seenBy(alan)]).toEqual([404, 200]);

  project.setMember(alan, { groups: ['care'] });
  project.setMember(linus, { groups: ['sales'] });
  await harness.syncReadModels(project);
});

describe('reveals nothing of the team to an end user, by any read', () => {
  const secrets = { note: 'she is rude', tag: 'do-not-refund', text: 'ask legal first', email: 'grace@acme.example' };
  const endUserReads = reads.filter(
    ([, endpoint]) => refusalOf(endpoint, { kind: 'guest', role: 'guest' }, true) === undefined,
  );

  it.each(endUserReads)('%s', async (_operation, endpoint) => {
    const { ada, vera, projectId } = project.personas;
    const request_id = newRequestId(projectId);
    const grace = project.addMember({
      actor: actor({ projectId, role: 'agent', name: 'Grace', email: secrets.email }),
      groups: ['sales'],
    });
    await harness.syncReadModels(project);
    const { body: first } = await service.as(vera).sendMessage({ request_id, text: 'Hello' });
    await service.as(ada).addNote({ request_id, text: secrets.note });
    await service.as(ada).addRequestTags({ request_id, items: [secrets.tag] });
    await service.as(ada).addParticipant({ request_id, member: grace.id });
    const aside = { text: secrets.text, attributes: { subtype: 'private' } };
    expect((await service.as(grace).sendMessage({ request_id, ...aside })).status).toBe(200);

    const params = { ...(await makeParams(endpoint, endpoint.path, place)), request_id, message_id: first._id };
    const answer = await call(vera, endpoint, params);
    expect(answer.status).toBe(200);
    for (const secret of Object.values(secrets)) expect(JSON.stringify(answer.body)).not.toContain(secret);
    // The team gets it, so the test would notice a leak.
    expect(JSON.stringify((await service.as(ada).getRequest({ request_id })).body)).toContain(secrets.note);
  });
});
