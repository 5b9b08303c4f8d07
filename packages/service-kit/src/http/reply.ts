/** An answer with more than a body: headers of its own, or a text that was rendered before. */
export class Reply<Body> {
  /** The text, if it was rendered before; then there is no body. JSON, unless the headers name another type. */
  readonly text: string | undefined;
  readonly body: Body | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ body, text, headers = {} }: { body?: Body; text?: string; headers?: Record<string, string> }) {
    this.body = body;
    this.text = text;
    this.headers = headers;
  }
}

/** What an operation returns: a body, or one in a reply. */
export type Answered<Body> = Body | Reply<Body>;

/** A body with headers (`Link`); those of a reply are kept. */
export function answer<Body>(answered: Body | Reply<Body>, headers: Record<string, string>): Reply<Body> {
  const { body, text, headers: known } = replyOf(answered);
  return new Reply({ body, text, headers: { ...known, ...headers } });
}

/**
 * A body whose JSON was rendered before and goes into the answer as it is: for pages of rendered records.
 * @param text JSON of a `Body`; nothing checks it but tests
 */
export const rendered = <Body>(text: string): Reply<Body> => new Reply<Body>({ text });

const replyOf = <Body>(answered: Answered<Body>): Reply<Body> =>
  answered instanceof Reply ? answered : new Reply({ body: answered });

/** The headers that an operation answered. */
export const headersOf = (result: unknown): Readonly<Record<string, string>> | undefined =>
  result instanceof Reply ? result.headers : undefined;

/** The body that an operation answered, unless it was rendered before. */
export const bodyOf = <Body>(result: Answered<Body>): Body | undefined =>
  result instanceof Reply ? result.body : result;

/** The text that an operation answered, rendered before or now as JSON. */
export const textOf = (result: unknown): string | undefined =>
  (result instanceof Reply ? result.text : undefined) ?? JSON.stringify(bodyOf(result));
