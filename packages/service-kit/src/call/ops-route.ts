import type { z } from 'zod';

/** A call to the private operations port. `path` may hold `:names`. */
export interface OpsRoute {
  method: 'get' | 'post';
  path: string;
  handle(input: OpsInput): Promise<{ status: number; body: unknown }>;
}

interface OpsInput {
  params: Record<string, string | undefined>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Parses what a route was called with; answers 422 with what is wrong. */
export async function withInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  work: (value: z.output<Schema>) => Promise<unknown>,
): Promise<{ status: number; body: unknown }> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { status: 200, body: await work(parsed.data) };
  const errors = parsed.error.issues.map((issue) => ({ param: issue.path.join('.'), msg: issue.message }));
  return { status: 422, body: { code: 'validation_failed', errors } };
}
