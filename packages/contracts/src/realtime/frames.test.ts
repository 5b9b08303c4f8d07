import { ClientFrame } from './frames.ts';

it('trims the action of a frame before it is judged', () => {
  expect(ClientFrame.parse({ action: ' me\n' })).toEqual({ action: 'me' });
  expect(ClientFrame.safeParse({ action: 'Me' }).success).toBe(false);
});
