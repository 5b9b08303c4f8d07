import { createLogger } from '../observability/log.ts';
import { closeAll } from './close-all.ts';

it('closes each part, the last one opened first, and logs those that fail', async () => {
  const lines: string[] = [];
  const log = createLogger({ service: 'webhooks', level: 'error', to: { write: (line) => void lines.push(line) } });
  const closed: string[] = [];
  const parts = new AsyncDisposableStack();
  parts.defer(() => void closed.push('database'));
  parts.defer(() => Promise.reject(new Error('the bus hangs')));
  parts.defer(async () => void closed.push('consumers'));
  parts.defer(() => {
    throw new Error('the server hangs');
  });

  await closeAll(parts, log);

  expect(closed).toEqual(['consumers', 'database']);
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['the server hangs', 'the bus hangs']);
});
