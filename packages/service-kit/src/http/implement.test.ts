import { answer, headersOf, jsonOf, rendered } from './implement.ts';

it('puts a body that was rendered before into the answer as it is, with the headers attached to it', () => {
  const body = answer(rendered<{ size: number }>('{"size": 1.0}'), { Link: 'next' });

  expect(jsonOf(body)).toBe('{"size": 1.0}');
  expect(headersOf(body)).toEqual({ Link: 'next' });
});

it('renders any other body', () => {
  expect(jsonOf({ size: 1, missing: undefined })).toBe('{"size":1}');
  expect(jsonOf(undefined)).toBeUndefined();
});
