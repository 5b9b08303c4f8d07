import { z } from 'zod';

import { eventsOf } from '../define-event.ts';
import { schemaWriter, usedComponents } from '../openapi-schemas.ts';
import { shareMembers } from '../openapi-sharing.ts';
import { asyncIntroduction } from '../reference/async-introduction.ts';
import { asDraft07 } from './draft-07.ts';
import { socketParts } from './socket.ts';
import type { AsyncApiDocument } from './types.ts';
import { webhookParts } from './webhooks.ts';

export interface AsyncApiOptions {
  /** The exports of this package: `import * as contracts from '@parley/contracts'`. */
  contracts: object;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  version: string;
}

/** What Parley sends without being asked: frames of the socket, and calls to the receivers of webhooks. */
export function asyncApiDocument({ contracts, publicUrl, version }: AsyncApiOptions): AsyncApiDocument {
  const events = eventsOf(contracts).map(({ type, schema }) => [eventComponent(type), schema]);
  const records = Object.entries(contracts).filter(
    ([name, value]) => value instanceof z.ZodObject || name.endsWith('InEvent'),
  );
  const schemas = schemaWriter(Object.fromEntries([...events, ...records]));
  const socket = socketParts(schemas);
  const webhooks = webhookParts(schemas, contracts);
  const { channel, operations } = socket;
  const channels = asDraft07({ socket: channel, webhooks: webhooks.channel });
  const used = asDraft07(usedComponents(schemas.components, JSON.stringify(channels)));
  for (const { type } of eventsOf(contracts)) {
    const component = used[eventComponent(type)];
    if (component) component.description ??= `The data of \`${type}\`.`;
  }
  shareMembers([channels, used], used);
  const { protocol, host } = new URL(publicUrl);
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Parley events',
      version,
      description: asyncIntroduction,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      parley: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'Parley itself.',
        security: ['bearer', 'jwt'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      },
      receiver: {
        host: '{host}',
        protocol: 'https',
        description: 'The server of a customer: `target` of a subscription.',
        variables: { host: { description: 'Host of `target`.', examples: ['shop.example'] } },
      },
    },
    channels,
    operations: { ...operations, ...webhooks.operations },
    components: { schemas: used, securitySchemes },
  };
}

/** `request.participant_joined` is `RequestParticipantJoinedEvent`. */
function eventComponent(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  jwt: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Authorization',
    description: '`JWT <token>`, as sign-in returns it.',
  },
};
