import { componentRef, type SchemaWriter } from '../openapi-schemas.ts';
import { eventTexts } from '../reference/async-texts.ts';
import { type OfferedEvent, offeredEventsOf, WebhookCall, WebhookHeaders } from '../webhooks/payloads.ts';
import type { AsyncMessage, AsyncPart } from './types.ts';

const summaries: Readonly<Record<OfferedEvent['kind'], string>> = {
  older: 'The record after the change.',
  open: 'Only with this name: that of a channel, or of a custom event.',
  domain: 'The event with all its data.',
};

/** The calls to receivers: one message for each name that a subscription may have. */
export function webhookParts(schemas: SchemaWriter, contracts: object): AsyncPart {
  schemas.write(WebhookCall, 'output');
  schemas.write(WebhookHeaders, 'output');
  const offered = offeredEventsOf(contracts);
  const messages = Object.fromEntries(offered.map((event) => [keyOf(event.name), messageOf(schemas, event)]));
  return {
    channel: {
      title: 'Webhooks',
      description:
        'Calls to the `target` of a subscription, `POST /v3/{id_project}/subscriptions`. Signed as Standard Webhooks; any 2xx accepts a delivery, everything else is tried again for three days.',
      servers: [{ $ref: '#/servers/receiver' }],
      messages,
    },
    operations: {
      deliver: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        title: 'Deliver an event',
        summary: 'One call for each event and subscription; at least once.',
        messages: Object.keys(messages).map((key) => ({ $ref: `#/channels/webhooks/messages/${key}` })),
        bindings: { http: { method: 'POST' } },
      },
    },
  };
}

/** A name as a key of the document: without the angle brackets of open names. */
function keyOf(name: string): string {
  return name.replace('<name>', 'name');
}

function messageOf(schemas: SchemaWriter, { name, kind, payload }: OfferedEvent): AsyncMessage {
  const written = schemas.write(payload, 'output', [name]);
  return {
    name,
    title: name,
    summary: eventTexts[name] ?? summaries[kind],
    headers: { $ref: componentRef('WebhookHeaders') },
    payload: {
      allOf: [
        { $ref: componentRef('WebhookCall') },
        { type: 'object', required: ['payload'], properties: { payload: described(written) } },
      ],
    },
  };
}

function described(schema: object) {
  return '$ref' in schema ? schema : { description: 'The data of the event.', ...schema };
}
