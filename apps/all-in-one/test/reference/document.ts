export type JsonSchema = Record<string, unknown>;

/** What a document says of an answer or a body, by media type. */
type Content = Readonly<Record<string, { schema?: JsonSchema }>>;

interface WrittenAnswer {
  description: string;
  content?: Content;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: JsonSchema;
}

/** One method of one path, as the reference has it, references to parameters and answers followed. */
export interface Operation {
  operationId: string;
  /** Upper case. */
  method: string;
  /** `/v3/{id_project}/requests`. */
  path: string;
  parameters: readonly Parameter[];
  body?: Content;
  /** By status. */
  responses: Readonly<Record<string, WrittenAnswer>>;
}

/** A document as any tool reads it: nothing here knows how it was made. */
export interface ReferenceDocument {
  paths: Record<string, Record<string, WrittenOperation>>;
  components: Record<string, Record<string, unknown>>;
}

interface WrittenOperation {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Content } | Reference;
  responses: Record<string, WrittenAnswer | Reference>;
}

interface Reference {
  $ref: string;
}

/** Every operation of the document. */
export function operationsOf(document: ReferenceDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      ...{ operationId, path, method: method.toUpperCase() },
      parameters: parameters.map((parameter) => follow(document, parameter)),
      body: requestBody && follow(document, requestBody).content,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, follow(document, response)]),
      ),
    })),
  );
}

/** What a reference points to; anything else is itself. */
export function follow<T extends object>(document: ReferenceDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`${value.$ref} points to nothing`);
  return found as T;
}
