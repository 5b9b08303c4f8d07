import {
  type Actor,
  type Aggregate,
  type DomainEvent,
  LeadStatus,
  leadUpdated,
  type SegmentFilter,
  type SegmentView,
  segmentCreated,
  segmentDeleted,
  segmentUpdated,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { runRules } from '../../test/rule-rounds.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, settingsOf, type TestProject } from '../../test/test-project.ts';

const contacts = new FakeContacts();
const harness = new ConversationsHarness({ contacts: contacts.service });
let service: ConversationsService;
let project: TestProject;
let ada: Actor;
let vera: Actor;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  contacts.down = false;
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  ({ ada, vera } = project.personas);
});

async function announce(event: DomainEvent, aggregate: Aggregate): Promise<void> {
  const recorded = { event, aggregate, projectId: project.projectId, actor: 'system' as const };
  await service.db.transaction(() => appendToOutbox(service.db, [recorded]));
  await service.settled();
}

const ofPlan = (value: string): SegmentFilter[] => [{ field: 'attributes.plan', operator: '=', value }];
const gold = ofPlan('gold');
const now = new Date().toISOString();
const stamps = { createdBy: 'ada', createdAt: now, updatedAt: now };
const segment = (id: string, more: Partial<SegmentView> = {}): SegmentView => ({
  ...{ _id: id, id, id_project: project.projectId, name: 'Gold', match: 'all', filters: gold, status: 100, __v: 0 },
  ...stamps,
  ...more,
});
const segmentEvent = (id: string, version: number) => ({ noun: 'segment', id, version });

/** The lead of a request has another plan. */
async function planOf(request_id: string, plan: string, version: number): Promise<void> {
  const { lead } = await seen(service, project, request_id);
  const id = lead._id;
  const record = { ...stamps, _id: id, id, __v: version, id_project: project.projectId, lead_id: vera.id };
  const updated = leadUpdated({
    lead: { ...record, attributes: { plan }, status: LeadStatus.normal },
    changes: ['attributes'],
  });
  await announce(updated, { noun: 'lead', id, version });
}

/** Open always, or never. */
async function openAlways(isOpen: boolean): Promise<void> {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => [day, isOpen ? [{ start: '00:00', end: '24:00' }] : []]);
  const operatingHours = JSON.stringify({ tzname: 'Etc/UTC', ...Object.fromEntries(days) });
  const { projectId, version } = project;
  const record = { _id: projectId, name: 'Shop', status: 100, settings: settingsOf(project), operatingHours };
  await service.context.readModels.keepProject({
    ...{ projectId, id: projectId, version, deleted: false },
    record: { ...record, activeOperatingHours: true },
  });
  await service.context.automationConfigs.followHours(projectId);
}

const refused = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const inSegment = (id: string) => [{ field: 'segments', operator: '=', value: id }];
const tagged = (tag: string) => [{ type: 'add_tags', tags: [tag] }];

async function ruleOf(name: string, filters: object[], on = 'request.rated'): Promise<void> {
  const body = { name, enabled: true, on: [on], filters, actions: tagged(name) };
  expect((await service.as(ada).createRule({}, { body: body as never })).status).toBe(200);
}

async function tagsAfterRating(request_id: string, rating: number): Promise<string[]> {
  await service.as(ada).updateRequest({ request_id }, { body: { rating } });
  await runRules([service], 10);
  return (await seen(service, project, request_id)).tags.map(({ tag }) => tag);
}

it('takes the segments that contacts has, also those whose event has not arrived yet', async () => {
  const make = (id: string) =>
    service.as(ada).createSurvey({}, { body: { name: 'Gold', filters: inSegment(id) } as never });
  const known = contacts.addSegment(project.projectId, { match: 'all', filters: gold });
  const ofOthers = contacts.addSegment(newId(), { match: 'all', filters: gold });
  expect((await make(known)).status).toBe(200);
  expect(refused(await make(ofOthers))).toEqual([422, 'unknown_reference']);

  contacts.down = true;
  expect((await make(known)).status).toBe(200);
  expect(refused(await make(newId()))).toEqual([503, 'dependency_down']);
  await announce(segmentDeleted({ segment: segment(known) }), segmentEvent(known, 1));
  expect(refused(await make(known))).toEqual([422, 'unknown_reference']);
});

describe('rules', () => {
  it('ask for the segments of the lead as they are, and for none that is gone', async () => {
    const id = newId();
    await announce(segmentCreated({ segment: segment(id) }), segmentEvent(id, 0));
    await ruleOf('gold', inSegment(id));
    const request_id = await harness.conversation(project);
    expect(await tagsAfterRating(request_id, 1)).toEqual([]);

    await planOf(request_id, 'gold', 1);
    expect(await tagsAfterRating(request_id, 2)).toEqual(['gold']);

    await ruleOf('silver', inSegment(id));
    await announce(segmentUpdated({ segment: segment(id, { filters: ofPlan('silver') }) }), segmentEvent(id, 1));
    expect(await tagsAfterRating(request_id, 3)).toEqual(['gold']);
    await planOf(request_id, 'silver', 2);
    expect(await tagsAfterRating(request_id, 4)).toEqual(['gold', 'silver']);

    await ruleOf('late', inSegment(id));
    await announce(segmentDeleted({ segment: segment(id) }), segmentEvent(id, 2));
    expect(await tagsAfterRating(request_id, 5)).toEqual(['gold', 'silver']);
  });

  it('ask whether the project is open', async () => {
    await openAlways(true);
    await ruleOf('day', [{ field: 'open_now', operator: '=', value: true }]);
    await ruleOf('night', [{ field: 'open_now', operator: '=', value: false }]);
    const request_id = await harness.conversation(project);
    expect(await tagsAfterRating(request_id, 1)).toEqual(['day']);
    await openAlways(false);
    expect(await tagsAfterRating(request_id, 2)).toEqual(['day', 'night']);
  });

  it('ask whether a request was merged', async () => {
    await ruleOf('duplicate', [{ field: 'merged', operator: '=', value: true }], 'request.closed');
    const [target, source, other] = [
      await harness.conversation(project),
      await harness.conversation(project),
      await harness.conversation(project),
    ];
    await service.as(ada).mergeRequest({ request_id: target }, { body: { source } });
    await service.as(ada).closeRequest({ request_id: other });
    const tags = async (id: string) => (await tagsAfterRating(id, 1)).join();
    expect([await tags(source), await tags(other), await tags(target)]).toEqual(['duplicate', '', '']);
  });
});

describe('policies', () => {
  const policyOf = (name: string, filters: object[]) => {
    const body = { name, filters, targets: { default: { first_response: 3_600_000 } } };
    return service.as(ada).createSlaPolicy({}, { body: body as never });
  };
  const policyNow = async (request_id: string) => (await seen(service, project, request_id)).sla?.policy?.name;

  it('are those of the segments at the next change of a request', async () => {
    const id = newId();
    await announce(segmentCreated({ segment: segment(id) }), segmentEvent(id, 0));
    expect((await policyOf('Gold', inSegment(id))).status).toBe(200);
    await policyOf('All', []);
    const request_id = await harness.conversation(project);
    expect(await policyNow(request_id)).toBe('All');
    await planOf(request_id, 'gold', 1);
    expect(await policyNow(request_id)).toBe('All');
    await service.as(vera).sendMessage({ request_id, text: 'I have paid for more' });
    expect(await policyNow(request_id)).toBe('Gold');

    await announce(segmentUpdated({ segment: segment(id, { filters: ofPlan('silver') }) }), segmentEvent(id, 1));
    await service.as(vera).sendMessage({ request_id, text: 'And now?' });
    expect(await policyNow(request_id)).toBe('All');
  });

  it('are those of the hours at which a request comes', async () => {
    await policyOf('Day', [{ field: 'open_now', operator: '=', value: true }]);
    await policyOf('Night', [{ field: 'open_now', operator: '=', value: false }]);
    await openAlways(true);
    const first = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id: first, text: 'Hello' });
    await openAlways(false);
    const second = await harness.conversation(project);
    await service.as(vera).sendMessage({ request_id: first, text: 'Still here' });
    expect([await policyNow(first), await policyNow(second)]).toEqual(['Day', 'Night']);
  });
});
