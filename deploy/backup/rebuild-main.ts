// Rebuilds what a service has derived from the records of others, beside live traffic:  npm run rebuild -- analytics
import { parseArgs } from 'node:util';

import { dataFolder } from './back-up.ts';
import { askIn, localStack } from './compose.ts';
import { askAt, operationsAddress, rebuildFigures } from './repairs.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    compose: { type: 'boolean', default: false },
    since: { type: 'string' },
    after: { type: 'string', default: '' },
    at: { type: 'string' },
  },
});
const since = new Date(values.since ?? Date.now());
if (positionals.join() !== 'analytics' || Number.isNaN(since.getTime())) {
  console.error('usage: npm run rebuild -- analytics [--at URL | --compose] [--since TIME --after PROJECT]');
  process.exit(2);
}

try {
  const ask = values.compose
    ? askIn(localStack, 'analytics')
    : askAt(values.at ?? (await operationsAddress(dataFolder(), 'analytics')));
  await rebuildFigures({ ask, since, after: values.after }, console.log);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
