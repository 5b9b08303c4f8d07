import { bodyFaults, validationFailed } from '@parley/contracts';
import type { z } from 'zod';

/**
 * Parses a JSON text of a gRPC call by its HTTP schema.
 * @throws validation_failed
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, json: string, param: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw validationFailed([{ param, location: 'body', msg: 'Must be JSON' }]);
  }
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  throw validationFailed(bodyFaults(error, param));
}
