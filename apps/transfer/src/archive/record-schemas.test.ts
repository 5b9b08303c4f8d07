import { readFile } from 'node:fs/promises';

import { recordSchemas } from './record-schemas.ts';

it('are published as they are', async () => {
  const published = await readFile(new URL('../../../../docs/archive/records.schema.json', import.meta.url), 'utf8');
  expect(published).toBe(recordSchemas());
});
