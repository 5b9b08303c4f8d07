import type { z } from 'zod';

import type { SchemaWriter } from '../openapi-schemas.ts';
import type { JsonSchema } from '../openapi-types.ts';
import { ClientFrame } from '../realtime/frames.ts';
import { publishFrameOf, serverFrames, topicReference } from '../realtime/topic-frames.ts';
import type { Topic } from '../realtime/topics.ts';
import { clientFrameTexts, serverFrameTexts } from '../reference/async-texts.ts';
import type { AsyncMessage, AsyncOperation, AsyncPart } from './types.ts';

type Action = ClientFrame['action'];

/** What the server answers to a frame; to the others, nothing but `error`. */
const replies: Partial<Record<Action, keyof typeof serverFrames>> = { auth: 'auth', me: 'me' };

const channelRef = { $ref: '#/channels/socket' };
const messageRef = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` });

/** The channel of `/v3/ws`, with an operation for each action of clients and each topic. */
export function socketParts(schemas: SchemaWriter): AsyncPart {
  const fromClient = clientMessages(schemas);
  const fromServer = serverMessages(schemas);
  const topics = topicMessages(schemas);
  return {
    channel: {
      address: '/v3/ws',
      title: 'Realtime socket',
      description:
        'One WebSocket for any number of topics, at most 100. Authenticate by the `Authorization` header, by `?token=`, or by an `auth` frame within 5 seconds.',
      servers: [{ $ref: '#/servers/parley' }],
      messages: { ...fromClient, ...fromServer, ...topics },
      bindings: {
        ws: {
          query: {
            type: 'object',
            properties: { token: { type: 'string', description: 'Token, for browsers: they cannot set a header.' } },
          },
        },
      },
    },
    operations: {
      ...operationsOf(fromClient, 'receive'),
      ...operationsOf(fromServer, 'send'),
      ...operationsOf(topics, 'send'),
    },
  };
}

function clientMessages(schemas: SchemaWriter): Record<string, AsyncMessage> {
  const frames = schemas.write(ClientFrame, 'input', ['ClientFrame']);
  const options = (frames.anyOf ?? frames.oneOf) as JsonSchema[];
  const messages = options.map((payload): [string, AsyncMessage] => {
    const { action } = payload.properties as { action: { const: Action } };
    return [`client.${action.const}`, messageOf(`client.${action.const}`, clientFrameTexts[action.const], payload)];
  });
  return { ...Object.fromEntries(messages), 'client.ping': plainMessage('client.ping', 'Text `ping`.', 'ping') };
}

function serverMessages(schemas: SchemaWriter): Record<string, AsyncMessage> {
  const messages = Object.entries(serverFrames).map(([action, frame]): [string, AsyncMessage] => {
    const name = `server.${action}`;
    const text = serverFrameTexts[action as keyof typeof serverFrames];
    return [name, messageOf(name, text, writeFrame(schemas, frame))];
  });
  return { ...Object.fromEntries(messages), 'server.pong': plainMessage('server.pong', 'Answer to `ping`.', 'pong') };
}

function topicMessages(schemas: SchemaWriter): Record<string, AsyncMessage> {
  return Object.fromEntries(
    Object.entries(topicReference).map(([kind, { name, text }]): [string, AsyncMessage] => {
      const payload = writeFrame(schemas, publishFrameOf(kind as Topic['kind']));
      return [`topic.${kind}`, { ...messageOf(`topic.${kind}`, text, payload), title: name }];
    }),
  );
}

function writeFrame(schemas: SchemaWriter, frame: z.ZodType): JsonSchema {
  return schemas.write(frame, 'output', ['ServerFrame']);
}

function messageOf(name: string, summary: string, payload: JsonSchema): AsyncMessage {
  return { name, title: name, summary, payload };
}

function plainMessage(name: string, summary: string, text: string): AsyncMessage {
  return { ...messageOf(name, summary, { type: 'string', const: text }), contentType: 'text/plain' };
}

function operationsOf(
  messages: Record<string, AsyncMessage>,
  action: AsyncOperation['action'],
): Record<string, AsyncOperation> {
  return Object.fromEntries(
    Object.values(messages).map(({ name, title, summary = title }): [string, AsyncOperation] => [
      name.replace('.', '_'),
      {
        ...{ action, channel: channelRef, title, summary, messages: [messageRef(name)] },
        ...replyOf(name),
      },
    ]),
  );
}

function replyOf(name: string): Pick<AsyncOperation, 'reply'> {
  const answer = name === 'client.ping' ? 'pong' : replies[name.replace('client.', '') as Action];
  return answer === undefined || !name.startsWith('client.')
    ? {}
    : { reply: { channel: channelRef, messages: [messageRef(`server.${answer}`), messageRef('server.error')] } };
}
