import { archiveKinds } from '@parley/contracts/archive';
import { z } from 'zod';

/** The schemas of all kinds as one JSON Schema document, for those who read and write archives with programs of their own. */
export function recordSchemas(): string {
  const kinds = Object.entries(archiveKinds).map(([kind, { schema }]) => {
    const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return [kind, made] as const;
  });
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Records of parley-archive 1',
    description: 'The member r of a line, by its k. The kinds stand in the order of loading.',
    $defs: Object.fromEntries(kinds),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
