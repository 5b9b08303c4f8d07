import { type BotFile, commonErrors } from '@parley/contracts';

import { webhookAddresses, withoutWebhooks } from '../intent/intent.ts';
import { faultAt, type Warning } from './bot-file.ts';

/** All addresses in a file. */
export function addressesIn({ url, webhook_url, intents = [] }: BotFile): (string | null | undefined)[] {
  return [url, webhook_url, ...intents.flatMap(webhookAddresses)];
}

/**
 * Removes addresses that may not be called and warns about each. Files of other installations contain addresses of their own
 * networks and must remain importable.
 */
export function withoutRefused(file: BotFile, refused: ReadonlySet<string>): { file: BotFile; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const isRefused = (address: string | null | undefined, ...path: PropertyKey[]): boolean => {
    if (!address || !refused.has(address)) return false;
    warnings.push({ param: faultAt(path, '').param, msg: commonErrors.url_not_allowed().message });
    return true;
  };
  const left = {
    ...file,
    ...(isRefused(file.url, 'url') && { url: undefined }),
    ...(isRefused(file.webhook_url, 'webhook_url') && { webhook_url: undefined, webhook_enabled: false }),
    ...(file.intents && {
      intents: file.intents.map((intent, index) => {
        const asks = webhookAddresses(intent).find((address) => refused.has(address));
        if (!isRefused(asks, 'intents', index, 'answer')) return intent;
        return { ...intent, answer: withoutWebhooks(intent.answer ?? '', refused) };
      }),
    }),
  };
  return { file: left, warnings };
}
