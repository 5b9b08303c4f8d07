import { defineEvent, type EventEnvelope } from '@parley/contracts';
import { z } from 'zod';

import { EventMisfit, on } from './subscription.ts';

const noted = defineEvent('note.added', z.object({ text: z.string() }));
const subscription = on(noted, async (told: string[], { data }) => void told.push(data.text));
const eventWith = (data: unknown) => ({ type: noted.type, data }) as EventEnvelope;

it('passes over what told of somebody who was erased since', async () => {
  expect(subscription.prepare(eventWith({ erased: true }))).toBeUndefined();
});

it('takes nothing else for erased, and refuses what does not fit', async () => {
  const told: string[] = [];
  await subscription.prepare(eventWith({ text: 'Hello', erased: true }))?.(told);
  expect(told).toEqual(['Hello']);
  expect(() => subscription.prepare(eventWith({ erased: false }))).toThrow(EventMisfit);
});
