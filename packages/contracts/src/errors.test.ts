import { commonErrors } from './errors.ts';

it('makes an error whose kind and code come from the catalogue', () => {
  const error = commonErrors.rate_limited({ limit: 3 });

  expect(error).toMatchObject({ kind: 'rate_limited', code: 'rate_limited', details: { limit: 3 } });
});
