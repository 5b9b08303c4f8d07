import type { JsonSchema } from '../openapi-types.ts';

/** A document that tools for AsyncAPI 3.1 read. */
export interface AsyncApiDocument {
  asyncapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; url: string } };
  defaultContentType: 'application/json';
  servers: Record<string, object>;
  channels: Record<string, AsyncChannel>;
  operations: Record<string, AsyncOperation>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

export interface AsyncChannel {
  /** None where each subscription has its own. */
  address?: string;
  title: string;
  description: string;
  servers: Reference[];
  messages: Record<string, AsyncMessage>;
  bindings?: object;
}

export interface AsyncMessage {
  name: string;
  title: string;
  summary?: string;
  contentType?: string;
  headers?: JsonSchema;
  payload: JsonSchema;
}

export interface AsyncOperation {
  /** `receive`: a client sends it to Parley; `send`: Parley sends it. */
  action: 'send' | 'receive';
  channel: Reference;
  title: string;
  summary: string;
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
  bindings?: object;
}

export interface Reference {
  $ref: string;
}

/** A part of the document: one channel, and what is done on it. */
export interface AsyncPart {
  channel: AsyncChannel;
  operations: Record<string, AsyncOperation>;
}
