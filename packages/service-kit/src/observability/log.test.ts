import { commonErrors } from '@parley/contracts';

import { createLogger, logHandled, outcomeOf } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ service: 'bots', level: 'info', to: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

it.each(['authorization', 'password', 'token', 'secret', 'key', 'cookie', 'set-cookie', 'email'])(
  'redacts %s',
  (name) => {
    const line = logged((log) => log.info({ [name]: 'hunter2', body: { [name]: 'hunter2', kept: 1 } }, 'x'));

    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line).body.kept).toBe(1);
  },
);

it('blanks out addresses, tokens and credentials inside the text of errors', () => {
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2ln';
  const browser = 'theme=dark; __Secure-parley=s3ssion-x; parley=s3ssion-y at http://localhost/console/#code=c0de-x';
  const text = `ada@parley.example sent Bearer abcdef and ${jwt} to postgres://user:hunter2@db/x, ${browser}`;
  const error = new Error(text, {
    cause: Object.assign(new Error('Key (email)=(grace@parley.example) exists'), { detail: 'hunter2', code: '23505' }),
  });

  const line = logged((log) => log.error({ err: error }, 'x'));

  for (const secret of ['ada@', 'grace@', 'abcdef', jwt, 'hunter2', 's3ssion', 'c0de'])
    expect(line).not.toContain(secret);
  expect(JSON.parse(line).err).toMatchObject({ type: 'Error', cause: { code: '23505' } });
});

it('looks for secrets in an error of a megabyte once', () => {
  const line = logged((log) => log.error({ err: new Error('a'.repeat(1_000_000)) }, 'x'));

  expect(JSON.parse(line).err.message).toHaveLength(1_000_000);
});

it('names the code of an error, and no code of a person', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  const line = JSON.parse(logged((log) => log.error({ err: full, error: full, body: { code: 'hunter2' } }, 'x')));

  expect([line.err.code, line.error.code, line.body.code]).toEqual(['ENOSPC', 'ENOSPC', '[redacted]']);
});

it('writes a refusal without a stack, and a failure with it', () => {
  const facts = { transport: 'http' as const, operation: 'x', durationMs: 1, requestId: 'r' };
  const refusal = commonErrors.role_too_low();
  const failure = new TypeError('a bug');

  const refused = JSON.parse(
    logged((log) => logHandled(log, { ...facts, ...outcomeOf(refusal), error: refusal }, 'info')),
  );
  const failed = JSON.parse(logged((log) => logHandled(log, { ...facts, ...outcomeOf(failure), error: failure })));

  expect(refused).toMatchObject({ level: 'info', outcome: 'refused', code: 'role_too_low' });
  expect(refused).not.toHaveProperty('err');
  expect(failed).toMatchObject({ level: 'error', outcome: 'failed', code: 'internal', err: { type: 'TypeError' } });
  expect(failed.err.stack).toContain('log.test.ts');
});
