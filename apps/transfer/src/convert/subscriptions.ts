import { olderEventNames, openEventNames } from '@parley/contracts';

import type { Conversion } from './conversion.ts';

/** Disabled, with a new secret: who receives them has to know it first. Source: contract 90 section 8 */
export async function convertSubscriptions(conversion: Conversion): Promise<void> {
  for await (const row of conversion.rows('subscriptions')) {
    const { source } = row;
    const event = offered(source.text('event') ?? '');
    const target = source.text('target', 2_048);
    if (source.flag('global')) row.drop();
    else if (event === undefined) {
      row.lose(`event ${source.text('event')}`);
      row.drop();
    } else if (target === undefined || !isTarget(target)) await row.refuse('schema', 'target');
    else await row.store('subscription', { ...source.stored(), event, target, status: 'disabled' });
  }
}

/** In our spelling. */
function offered(event: string): string | undefined {
  const key = event.toLowerCase();
  const isOpen = openEventNames.some((start) => key.startsWith(start) && key.length > start.length);
  return isOpen ? event : olderEventNames.find((name) => name.toLowerCase() === key);
}

function isTarget(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
