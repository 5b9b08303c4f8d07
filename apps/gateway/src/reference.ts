import { createRequire } from 'node:module';

import * as contracts from '@parley/contracts';
import { openApiDocument } from '@parley/contracts';
import { statusOfKind } from '@parley/service-kit';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The API as an OpenAPI 3.1 document, the text of `/openapi.json`. Made once: it says what the contracts say. */
export function openApiText(publicUrl: string): string {
  return JSON.stringify(
    openApiDocument({ contracts, publicUrl, version, statusOf: (kind) => statusOfKind[kind].http }),
  );
}
