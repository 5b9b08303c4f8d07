import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

import { bareMembers, followedIn, isDescribed, unnamedNumbers } from '../../test/descriptions.ts';
import { lint } from '../../test/lint.ts';
import * as contracts from '../index.ts';
import { asyncApiDocument } from './document.ts';
import type { AsyncChannel, Reference } from './types.ts';

const require = createRequire(import.meta.url);
const document = asyncApiDocument({ contracts, publicUrl: 'https://parley.example', version: '3.0.0' });
const { socket, webhooks } = document.channels as Record<'socket' | 'webhooks', AsyncChannel>;
const operations = Object.values(document.operations);

it('is a valid AsyncAPI 3.1 document', () => {
  // By `require`: the package has one file for each version, and loads all of them otherwise.
  const specification = require('@asyncapi/specs/schemas/3.1.0-without-$id.json') as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const isValid = ajv.compile(specification);

  expect([isValid(document), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...document, channels: { socket: { address: 7 } } })).toBe(false);
});

it('passes the linter of Redocly', async () => {
  // Calls to receivers carry a signature in their headers, for which AsyncAPI has no scheme.
  expect(await lint(document, { 'security-defined': 'off' })).toEqual([]);

  const { channels, ...others } = document;
  const socket = { ...channels.socket, bindings: 7 };
  expect(await lint({ ...others, channels: { ...channels, socket } })).not.toEqual([]);
});

it('writes tuples as draft 07 has them, by which AsyncAPI reads schemas', () => {
  const { MatchView } = document.components.schemas as Record<string, { properties: object }>;

  expect(MatchView?.properties).toMatchObject({ ranges: { items: { items: [{}, {}], additionalItems: false } } });
  expect(JSON.stringify(document)).not.toContain('"prefixItems"');
});

it('points to nothing that is not there', () => {
  const references = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref));

  expect(references.size).toBeGreaterThan(100);
  expect([...references].filter((reference) => followedIn(document, reference) === undefined)).toEqual([]);
});

it('has a message for each action of a client and each topic', () => {
  const actions = ['auth', 'subscribe', 'unsubscribe', 'ack', 'publish', 'broadcast', 'me', 'heartbeat'];
  const unknown = actions.filter((action) =>
    contracts.ClientFrame.safeParse({ action }).error?.issues.some(({ path }) => path[0] === 'action'),
  );
  expect(unknown).toEqual([]);
  const topics = Object.keys(contracts.topicNames).map((kind) => `topic.${kind}`);

  expect(Object.keys(socket.messages)).toEqual(
    expect.arrayContaining([...actions.map((action) => `client.${action}`), ...topics]),
  );
});

it('names topics as the server reads them', () => {
  const kinds = Object.values(contracts.topicReference).map(({ name }) => contracts.readTopic(name)?.kind);

  expect(kinds).toEqual(Object.keys(contracts.topicReference));
});

it('has a message with a payload for each name of a subscription', () => {
  const offered = contracts.offeredEventNames.split(', ');
  const messages = Object.values(webhooks.messages);

  expect(messages.map(({ name }) => name)).toEqual(offered);
  for (const { name, payload } of messages) {
    const [, { properties }] = payload.allOf as [object, { properties: { payload: object } }];
    expect([name, Object.keys(properties.payload)]).not.toEqual([name, ['description']]);
  }
});

it('sends and receives each message of a channel, in operations of that channel', () => {
  const listed = operations.flatMap(({ channel, messages, reply }) =>
    [...messages, ...(reply?.messages ?? [])].map(
      ({ $ref }: Reference) => [$ref.startsWith(channel.$ref), $ref] as const,
    ),
  );
  expect(listed.filter(([isOwn]) => !isOwn)).toEqual([]);

  const all = Object.entries(document.channels).flatMap(([channel, { messages }]) =>
    Object.keys(messages).map((name) => `#/channels/${channel}/messages/${name}`),
  );
  expect(new Set(listed.map(([, reference]) => reference))).toEqual(new Set(all));
});

it('describes every member, component, channel and operation', () => {
  const roots = [...Object.entries(document.components.schemas), ...Object.entries(document.channels)];
  expect(bareMembers(document, roots)).toEqual([]);

  const named = [...roots, ...Object.entries(document.servers)];
  expect(named.filter(([, value]) => !isDescribed(document, value)).map(([name]) => name)).toEqual([]);
  expect(operations.filter(({ summary }) => summary.trim() === '')).toEqual([]);
  expect(unnamedNumbers(document.components)).toEqual([]);
});

it('is small enough to be loaded at once', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(253_000);
});
