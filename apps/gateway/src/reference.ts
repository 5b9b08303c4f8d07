import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';

import * as contracts from '@parley/contracts';
import { asyncApiDocument, openApiSteps } from '@parley/contracts';
import { statusOfKind } from '@parley/service-kit/call';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The API as an OpenAPI 3.1 document, the text of `/openapi.json`. Takes half a second of CPU time, in slices, so that other calls continue. */
export async function openApiText(publicUrl: string): Promise<string> {
  const steps = openApiSteps({ contracts, publicUrl, version, statusOf: (kind) => statusOfKind[kind].http });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return JSON.stringify(value);
    await setImmediate();
  }
}

/** Sockets and webhooks as an AsyncAPI 3.1 document, the text of `/asyncapi.json`. */
export function asyncApiText(publicUrl: string): string {
  return JSON.stringify(asyncApiDocument({ contracts, publicUrl, version }));
}
