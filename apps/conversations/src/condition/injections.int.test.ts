import { conditionFields, ListRequestsQuery } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { injections, isStorableText } from '../../test/injections.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness({ contacts: new FakeContacts().service });
let service: ConversationsService;
let project: TestProject;
/** By the text that it has wherever it can have one. */
const requests = new Map<string, string>();
/** Each field and each text at least once; all of both in the soak run. */
const stride = amountOf({ quick: 7, soak: 1 });
const storable = injections.filter(isStorableText);
/** Whether attributes may have it as a name that a condition can ask for. */
const isKey = (text: string) => isStorableText(text) && !/[.]|^__proto__$|^constructor$/.test(text);

beforeAll(async () => {
  service = await harness.start();
  project = await harness.project();
  const { ada } = project.personas;
  for (const text of storable) {
    const request_id = newRequestId(project.projectId);
    const attributes = { own: text, ...(isKey(text) && { [text]: text }) };
    const sent = { request_id, first_text: text, subject: text, tags: [text], attributes };
    expect([text, (await service.as(ada).createRequest(sent)).status]).toEqual([text, 200]);
    requests.set(text, request_id);
  }
});

afterAll(() => harness.stop());

const fieldsWithText = ['subject', 'first_text', 'tags', 'attributes.own'];
const otherFields = [
  ...Object.keys(conditionFields).filter((field) => !fieldsWithText.includes(field)),
  ...['lead.fullname', 'lead.email', 'lead.tags', 'lead.attributes.own', 'lead.lead_id', 'lead.createdAt'],
];
const eventFields = ['event.actor', 'event.changes', 'event.previous.own', 'event.attributes.own', 'message.text'];
const note = { type: 'add_note', text: 'x' };

async function tried(filters: object[], on = [...requests.values()]) {
  const rule = { name: 'Try', on: ['request.rated'], match: 'any', filters, actions: [note] };
  return service.as(project.personas.ada).dryRunRule({}, { body: { rule, requests: on } as never });
}

it('are texts in conditions: each holds for the request that has it, and for no other', async () => {
  for (const text of storable) {
    for (const operator of ['=', 'in']) {
      const value = operator === 'in' ? ['none', text] : text;
      const { status, body } = await tried(fieldsWithText.map((field) => ({ field, operator, value })));
      expect([text, status]).toEqual([text, 200]);
      const held = body.results.filter(({ conditions }) => conditions.some(({ holds }) => holds));
      expect([text, held.map(({ request_id }) => request_id)]).toEqual([text, [requests.get(text)]]);
      expect([text, held[0]?.conditions.map(({ holds }) => holds)]).toEqual([text, fieldsWithText.map(() => true)]);
    }
  }
});

it('are texts or refused in every field of conditions, and in the name of a field', async () => {
  const cases = [...otherFields, ...eventFields, ...fieldsWithText].flatMap((field) =>
    injections.map((text) => [field, text] as const),
  );
  const some = [...requests.values()].slice(0, 2);
  for (const [field, text] of cases.filter((_, index) => index % stride === 0)) {
    const { status, body } = await tried([{ field, operator: '=', value: text }], some);
    expect([field, text, status]).toEqual([field, text, isStorableText(text) ? expect.any(Number) : 422]);
    expect([200, 422]).toContain(status);
    if (status === 422 || eventFields.includes(field) || fieldsWithText.includes(field)) continue;
    expect([field, text, body.matched]).toEqual([field, text, 0]);
  }
  for (const text of injections) {
    const filters = [
      { field: `attributes.${text}`, operator: '=', value: 'x' },
      { field: `attributes.${text}`, operator: 'is not null' },
    ];
    const own = requests.get(text) ?? some[0] ?? '';
    const { status, body } = await tried(filters, [own, ...some.filter((one) => one !== own)]);
    expect([text, [200, 422].includes(status)]).toEqual([text, true]);
    if (!isStorableText(text)) expect([text, status]).toEqual([text, 422]);
    if (isKey(text)) expect([text, body.matched]).toEqual([text, 1]);
    const names = { field: `event.attributes.${text}`, operator: 'is null' };
    expect([text, [200, 422].includes((await tried([names], some)).status)]).toEqual([text, true]);
    const stored = await service
      .as(project.personas.ada)
      .createRule(
        {},
        { body: { name: 'Try', on: ['request.rated'], filters: [...filters, names], actions: [note] } as never },
      );
    expect([text, stored.status]).toEqual([text, status]);
  }
});

it('are kept as they are written in policies, rules, macros and surveys, or refused', async () => {
  const as = service.as(project.personas.ada);
  const targets = { default: { resolution: 3_600_000 } };
  for (const text of injections) {
    const filters = [{ field: 'subject', operator: 'contains', value: text }];
    const made = [
      await as.createSlaPolicy({}, { body: { name: text, targets, filters, enabled: false } as never }),
      await as.createRule({}, { body: { name: text, on: ['request.rated'], filters, actions: [note] } as never }),
      await as.createMacro({}, { body: { name: text, actions: [{ ...note, text }] } as never }),
      await as.createSurvey({}, { body: { name: text, filters } as never }),
    ];
    expect([text, made.map(({ status }) => status)]).toEqual([text, Array(4).fill(isStorableText(text) ? 200 : 422)]);
    if (!isStorableText(text)) continue;
    const [policy, rule, macro, survey] = made.map(({ body }) => body._id) as [string, string, string, string];
    const kept = [
      await as.getSlaPolicy({ policy_id: policy }),
      await as.getRule({ rule_id: rule }),
      await as.getMacro({ macro_id: macro }),
      await as.getSurvey({ survey_id: survey }),
    ];
    expect(kept.map(({ body }) => body.name)).toEqual(Array(4).fill(text));
    expect(kept.map(({ body }) => ('filters' in body ? body.filters : body.actions))).toEqual([
      ...[filters, filters, [{ ...note, text }], filters],
    ]);
    await as.deleteSlaPolicy({ policy_id: policy });
    await as.deleteSurvey({ survey_id: survey });
  }
});

it('are texts or refused in every parameter of a view, and its list has no request but those that say so', async () => {
  const as = service.as(project.personas.ada);
  // What excludes a text finds all others; words are found wherever they are.
  const finding = ['workingStatus[ne]', 'workingStatus[nin]', 'full_text'];
  const names = Object.keys(ListRequestsQuery.shape).filter((name) => !['page', 'limit', 'cursor'].includes(name));
  const cases = names.flatMap((name) => injections.map((text) => [name, text] as const));
  for (const [name, text] of cases.filter((_, index) => index % stride === 0)) {
    const query = { [name]: text };
    const { status, body } = await as.createView({}, { body: { name: 'Try', query } as never });
    expect([200, 422]).toContain(status);
    if (!isStorableText(text)) expect([name, text, status]).toEqual([name, text, 422]);
    if (status === 422) continue;
    expect(body.query).toEqual(query);
    const list = await as.listRequests({}, { query });
    expect([name, text, list.status]).toEqual([name, text, 200]);
    const found = list.body.requests.map(({ request_id }) => request_id);
    if (!finding.includes(name)) expect([name, found]).toEqual([name, name === 'tags' ? [requests.get(text)] : []]);
    await as.deleteView({ view_id: body._id });
  }
});
