import { labelled, labelsUpdated } from '@parley/contracts';
import { appendToOutbox } from '@parley/service-kit/outbox';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  project.labels.set('EN', { WELCOME: 'Welcome', BYE: 'Bye' });
  project.labels.set('IT', { WELCOME: 'Benvenuta' });
});

/** As a label stands in a text. */
const label = (key: string) => `$\{${key}}`;

async function talk(language?: string): Promise<string> {
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello', language });
  return request_id;
}

async function said(request_id: string, text: string): Promise<string> {
  const { body } = await service.as(project.personas.linus).sendMessage({ request_id, text });
  return body.text;
}

it('stand for the texts of the project, in the language of the request; unknown ones stay', async () => {
  const text = `${label('WELCOME')}, ${label('WELCOME')}! ${label('NOTHING')} ${label('toString')} $\{`;
  expect(await said(await talk(), text)).toBe(`Welcome, Welcome! ${label('NOTHING')} ${label('toString')} $\{`);
  expect(await said(await talk('it'), label('WELCOME'))).toBe('Benvenuta');
  expect(await said(await talk('fr'), label('WELCOME'))).toBe('Welcome');
  expect(await said(await talk('no language'), label('WELCOME'))).toBe('Welcome');
});

it('are read in a first message of the team too, in the language it gives', async () => {
  const request_id = newRequestId(project.projectId);
  const { body } = await service
    .as(project.personas.linus)
    .sendMessage({ request_id, text: label('WELCOME'), language: 'IT' });
  expect(body).toMatchObject({ text: 'Benvenuta', request: { first_text: 'Benvenuta' } });
});

it('are plain text when an end user types them, whichever actor makes the call', async () => {
  const { vera, linus } = project.personas;
  const request_id = await talk();
  expect((await service.as(vera).sendMessage({ request_id, text: label('WELCOME') })).body.text).toBe(label('WELCOME'));
  const spoken = await service.as(linus).sendMessage({ request_id, text: label('WELCOME'), sender: vera.id });
  expect(spoken.body.text).toBe(label('WELCOME'));
});

it('change as soon as the event of their change arrives', async () => {
  const request_id = await talk();
  expect(await said(request_id, label('BYE'))).toBe('Bye');
  project.labels.set('EN', { BYE: 'So long' });
  expect(await said(request_id, label('BYE'))).toBe('Bye');

  const { projectId } = project;
  const event = labelsUpdated({ langs: ['EN'], default: 'EN' });
  const aggregate = { noun: 'labels', id: projectId, version: 4 };
  await service.db.transaction(() => appendToOutbox(service.db, [{ event, aggregate, projectId, actor: 'system' }]));
  await service.settled();

  expect(await said(request_id, label('BYE'))).toBe('So long');
});

it('stay as typed while workspace is down, unless the read model has them', async () => {
  const request_id = await talk();
  await said(request_id, label('BYE'));
  project.workspaceDown = true;
  expect(await said(request_id, label('BYE'))).toBe('Bye');
  expect(await said(await talk('it'), label('WELCOME'))).toBe(label('WELCOME'));
});

it('are replaced once: a text that holds a label is not searched again', () => {
  expect(labelled(label('A'), { A: label('B'), B: 'x' })).toBe(label('B'));
  const long = label('A').repeat(13_000);
  expect(labelled(long, { A: '' })).toBe('');
});
