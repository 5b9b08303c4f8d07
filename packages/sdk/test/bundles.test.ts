import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as contracts from '@parley/contracts';
import * as sdk from '@parley/sdk';
import * as client from '@parley/sdk/client';
import { bundleOf } from '@parley/testkit/bundle';

const folder = import.meta.dirname;
const endpoints = contracts.endpointsOf(contracts);
const names = endpoints.map(({ operation }) => operation);

function bundleWith(operations: readonly string[]) {
  const used = ['createParley', ...operations].join(', ');
  return bundleOf(`import { ${used} } from '@parley/sdk'; globalThis.used = [${used}];`, folder);
}

const four = ['sendMessage', 'listRequests', 'getRequest', 'closeRequest'];

it('a bundle with four operations is small, and holds no text of the others', async () => {
  const { code, gzippedBytes } = await bundleWith(four);
  expect(gzippedBytes).toBeLessThanOrEqual(2_500);
  expect(names.filter((name) => code.includes(`${name}\``) || code.includes(`"${name}"`)).toSorted()).toEqual(
    four.toSorted(),
  );
  const one = await bundleWith(four.slice(0, 1));
  expect(one.gzippedBytes).toBeLessThan(gzippedBytes);
});

it('a bundle with all operations stays within its budget', async () => {
  expect((await bundleWith(names)).gzippedBytes).toBeLessThanOrEqual(10_400);
});

it.each([
  ['realtime', 4_200],
  ['markup', 1_500],
  ['webhooks', 1_200],
])('%s stays within its budget', async (entry, budget) => {
  expect((await bundleOf(`export * from '@parley/sdk/${entry}';`, folder)).gzippedBytes).toBeLessThanOrEqual(budget);
});

it.each(['', '/realtime', '/browser', '/webhooks', '/markup', '/client'])(
  'the entry %p needs nothing of Node',
  async (entry) => {
    const { imports, code } = await bundleOf(`export * from '@parley/sdk${entry}';`, folder);
    expect(imports).toEqual([]);
    expect(code).not.toMatch(/node:|\brequire\(|\bprocess\b|\bBuffer\b/);
  },
);

it('exports every operation, and says of each what it may be refused with', () => {
  for (const { operation, method, path } of endpoints) {
    const exported = (sdk as unknown as Record<string, { spec?: sdk.OperationSpec }>)[operation];
    expect([operation, typeof exported]).toEqual([operation, 'function']);
    // The upload that takes a place is a function over three operations.
    if (operation !== 'uploadFile') {
      const address = path.replace('/v3/:id_project/', '');
      expect(exported?.spec).toMatchObject({ name: operation, address: `${method.toUpperCase()} ${address}` });
    }
  }
  const text = readFileSync(join(folder, '..', 'src', 'generated', 'errors.ts'), 'utf8');
  for (const [code] of contracts.errorsOf(contracts)) expect(text).toContain(`\n  ${code}: `);
});

it('has every operation as a method, by its tag', () => {
  const parley = new client.ParleyClient({ url: 'https://parley.example' }) as unknown as Record<string, object>;
  const methods = Object.values(parley).flatMap((tag) => Object.keys(tag));
  expect(methods).toEqual(expect.arrayContaining(names));
});

it('knows the limits of a body', () => {
  expect(sdk.limits.sendMessage.text.maxLength).toBe(65_536);
});
