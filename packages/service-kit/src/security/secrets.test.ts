import { secretsUnder } from './secrets.ts';

const secrets = secretsUnder([new Uint8Array(32).fill(1)]);

it.each(['', 'hunter2', 'é'.repeat(10_000)])('opens what it sealed for the same row', (text) => {
  expect(secrets.open(secrets.seal(text, 'row-1'), 'row-1')).toBe(text);
});

it('seals the same text differently every time', () => {
  expect(secrets.seal('hunter2', 'row-1')).not.toBe(secrets.seal('hunter2', 'row-1'));
});

it('does not open for another row, under another key, or after a change', () => {
  const sealed = secrets.seal('hunter2', 'row-1');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  bytes[14] = (bytes[14] ?? 0) ^ 1;

  expect(() => secrets.open(sealed, 'row-2')).toThrow();
  expect(() => secretsUnder([new Uint8Array(32).fill(2)]).open(sealed, 'row-1')).toThrow();
  expect(() => secrets.open(`v1.${bytes.toString('base64url')}`, 'row-1')).toThrow();
  expect(() => secrets.open('v1.short', 'row-1')).toThrow('not a sealed secret');
});

it('fingerprints a text the same every time, and differently under another key', () => {
  const fingerprint = secrets.fingerprint('hunter2', Buffer.from('body'));

  expect(secrets.fingerprint('hunter2', Buffer.from('body'))).toBe(fingerprint);
  expect(secrets.fingerprint('hunter3', Buffer.from('body'))).not.toBe(fingerprint);
  expect(secretsUnder([new Uint8Array(32).fill(2)]).fingerprint('hunter2', Buffer.from('body'))).not.toBe(fingerprint);
});

describe('with a former key', () => {
  const [before, after] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const both = secretsUnder([after, before]);

  it('opens what either has sealed, and seals under the first', () => {
    expect(both.open(secrets.seal('hunter2', 'row-1'), 'row-1')).toBe('hunter2');
    expect(secretsUnder([after]).open(both.seal('hunter2', 'row-1'), 'row-1')).toBe('hunter2');
    expect(() => secrets.open(both.seal('hunter2', 'row-1'), 'row-1')).toThrow();
    expect(() => both.open(secrets.seal('hunter2', 'row-1'), 'row-2')).toThrow();
  });

  it('tells what is sealed under the first', () => {
    expect(both.isCurrent(both.seal('hunter2', 'row-1'), 'row-1')).toBe(true);
    expect(both.isCurrent(secrets.seal('hunter2', 'row-1'), 'row-1')).toBe(false);
    expect(both.isCurrent('v1.short', 'row-1')).toBe(false);
    expect([both.hasFormerKeys, secrets.hasFormerKeys]).toEqual([true, false]);
  });

  it('knows the fingerprint that the former one gave', () => {
    expect(both.formerFingerprints('hunter2')).toEqual([secrets.fingerprint('hunter2')]);
    expect(both.fingerprint('hunter2')).toBe(secretsUnder([after]).fingerprint('hunter2'));
    expect(secrets.formerFingerprints('hunter2')).toEqual([]);
  });
});
