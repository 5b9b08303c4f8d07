import { type Call, checkIfMatch, currentCall, runInCall } from './call.ts';

it('makes a fresh call of the system where there is none', () => {
  const call = currentCall();

  expect(call).toMatchObject({ operation: 'system', depth: 0, correlationId: call.requestId });
  expect(call.actor).toBeUndefined();
  expect(currentCall().requestId).not.toBe(call.requestId);
});

it('carries the call through awaited and parallel work, each its own', async () => {
  const seen = await Promise.all(
    ['r1', 'r2', 'r3'].map((requestId) =>
      runInCall({ requestId }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return currentCall().requestId;
      }),
    ),
  );

  expect(seen).toEqual(['r1', 'r2', 'r3']);
});

it('begins a chain with its own request id, unless it is given one', () => {
  const chain = (call: Partial<Call>) => runInCall(call, () => currentCall().correlationId);

  expect(chain({ requestId: 'r1' })).toBe('r1');
  expect(chain({ requestId: 'r1', correlationId: 'c1' })).toBe('c1');
});

it('inherits what it is not given from the surrounding call', () => {
  const inner = runInCall({ requestId: 'r1', depth: 2, operation: 'outer' }, () =>
    runInCall({ operation: 'inner', actor: undefined }, currentCall),
  );

  expect(inner).toMatchObject({ requestId: 'r1', depth: 2, operation: 'inner' });
});

it.each([
  [
    { event: 'e1', depth: 0 },
    { causationId: 'e1', depth: 1 },
  ],
  [
    { event: 'e1', depth: 7 },
    { causationId: 'e1', depth: 8 },
  ],
  [{}, { causationId: undefined, depth: 0 }],
])('puts an actor with the token facts %j at %j', (facts, expected) => {
  const call = runInCall({ actor: { kind: 'bot', id: 'b1', ...facts } }, currentCall);

  expect({ causationId: call.causationId, depth: call.depth }).toEqual(expected);
});

describe('If-Match', () => {
  const check = (ifMatch: string | undefined) => () => runInCall({ ifMatch }, () => checkIfMatch(3));

  it.each([[undefined], ['"3"'], ['W/"3"'], ['*'], ['"2", "3"']])('lets %j change version 3', (ifMatch) => {
    expect(check(ifMatch)).not.toThrow();
  });

  it.each([['"2"'], ['"33"'], ['"1", "2"'], ['"abc"']])('refuses %j to change version 3', (ifMatch) => {
    expect(check(ifMatch)).toThrow(expect.objectContaining({ code: 'version_mismatch' }));
  });
});
