import { clientShapes } from './client-shapes.fixture.ts';
import { newTextOf } from './new-text.ts';

it('knows forty shapes of clients at least', () => {
  expect(clientShapes.length).toBeGreaterThanOrEqual(40);
  expect(new Set(clientShapes.map(({ name }) => name)).size).toBe(clientShapes.length);
});

it.each(clientShapes.map((shape) => [shape.name, shape] as const))(
  'finds exactly what the person wrote: %s',
  (_name, { text, written }) => {
    expect(newTextOf(text, 'Re: Order')).toBe(written);
  },
);

it.each([
  'I wrote to you on Monday at 10:00: no answer.',
  'From: Berlin\nTo: Hamburg\nI need two tickets.',
  'My address <vera@customer.example> changed in 2026: please note.\nThank you',
  'Steps:\n1. I sent it.\n2. It came back from my neighbour.',
  'Der Kollege schrieb am 2.11. um 10:00: bitte warten.\nWas nun?',
])('cuts nothing off %j', (text) => {
  expect(newTextOf(text, 'Order')).toBe(text);
});
