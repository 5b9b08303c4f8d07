// A part of `npm run generate`: the published schemas follow from those of the contracts.
import { writeFile } from 'node:fs/promises';

import { recordSchemas } from './archive/record-schemas.ts';

await writeFile(new URL('../../../docs/archive/records.schema.json', import.meta.url), recordSchemas());
