import { AppError, commonErrors, type ErrorKind, gatewayErrors, requestErrors } from '@parley/contracts';

import { errorOfCode, problemAnswer, statusOfKind } from './problem.ts';

it('answers every error of every catalogue with the status of its kind', () => {
  for (const kind of Object.keys(statusOfKind) as ErrorKind[]) {
    const { status } = problemAnswer(new AppError(kind, 'some_code', 'Some sentence.'), 'r');
    expect(status).toBe(statusOfKind[kind].http);
  }
});

it('writes a problem document that every client can read', () => {
  const { headers, body } = problemAnswer(requestErrors.request_not_found({ hint: 'x', status: 7 }), 'r-1');

  const sentence = requestErrors.request_not_found().message;
  expect(headers).toEqual({ 'content-type': 'application/problem+json; charset=utf-8' });
  expect(JSON.parse(body)).toEqual({
    ...{ type: 'about:blank', title: 'Not Found', status: 404, code: 'request_not_found', success: false },
    ...{ msg: sentence, error: sentence, requestId: 'r-1', hint: 'x' },
  });
});

it('says when to come again, and which methods there are', () => {
  const busy = problemAnswer(commonErrors.busy({ retryAfterSeconds: 7 }), 'r');
  const limited = problemAnswer(commonErrors.rate_limited({ retryAfterSeconds: 30, limit: 'sign_in' }), 'r');
  const away = problemAnswer(commonErrors.dependency_down(), 'r');
  const method = problemAnswer(commonErrors.method_not_allowed({ allow: ['GET', 'PUT'] }), 'r');

  expect([busy, limited, away].map(({ headers }) => headers['retry-after'])).toEqual(['7', '30', '1']);
  expect(method.headers.allow).toBe('GET, PUT');
});

it.each([
  ['authorization_malformed', gatewayErrors.authorization_malformed()],
  ['malformed_json', commonErrors.malformed_json()],
  ['tls_required', commonErrors.tls_required()],
])('writes %s as a sentence, which old clients read', (_code, error) => {
  expect(problemAnswer(error, 'r')).toMatchObject({
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: error.message,
  });
});

it('finds an error by a code known at run time', () => {
  expect(errorOfCode('request_closed', { hint: 'x' })).toMatchObject({
    code: 'request_closed',
    details: { hint: 'x' },
  });
  expect(errorOfCode('no_such_code')).toBeUndefined();
});
