import { defineEvent, type EventEnvelope } from '@parley/contracts';
import { z } from 'zod';

import { EventSchemaMismatch, on } from './subscription.ts';

const noted = defineEvent('note.added', z.object({ text: z.string() }));
const subscription = on(noted, async (told: string[], { data }) => void told.push(data.text));
const eventWith = (data: unknown) => ({ type: noted.type, data }) as EventEnvelope;

it('passes over the events of a person who has been erased since', async () => {
  expect(subscription.prepare(eventWith({ erased: true }))).toBeUndefined();
});

it('takes nothing else for erased, and refuses what does not fit', async () => {
  const prepared = subscription.prepare(eventWith({ text: 'Hello', erased: true }));
  expect(prepared?.event.data).toEqual({ text: 'Hello' });
  expect(() => subscription.prepare(eventWith({ erased: false }))).toThrow(EventSchemaMismatch);
});
