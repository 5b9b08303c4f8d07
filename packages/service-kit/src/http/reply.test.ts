import { answer, bodyOf, headersOf, rendered, textOf } from './reply.ts';

it('puts a body that was rendered before into the answer as it is, with all headers it was given', () => {
  const reply = answer(answer(rendered<{ size: number }>('{"size": 1.0}'), { etag: '"1"' }), { Link: 'next' });

  expect(textOf(reply)).toBe('{"size": 1.0}');
  expect(headersOf(reply)).toEqual({ etag: '"1"', Link: 'next' });
});

it('keeps the body of a reply, for its version', () => {
  const reply = answer({ __v: 3 }, { Link: 'next' });

  expect(bodyOf(reply)).toEqual({ __v: 3 });
  expect(textOf(reply)).toBe('{"__v":3}');
});

it('renders any other body', () => {
  expect(textOf({ size: 1, missing: undefined })).toBe('{"size":1}');
  expect(textOf(undefined)).toBeUndefined();
  expect(headersOf({ size: 1 })).toBeUndefined();
});
