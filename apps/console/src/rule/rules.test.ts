import type { RuleView } from '@parley/sdk';

import { isWhole } from '../action/actions.ts';
import { isComplete } from '../condition/conditions.ts';
import { bodyOf, draftOf, missingIn, newRule, ruleEvents, templateNames, templates } from './rules.ts';

const stored = {
  ...{ _id: '1', __v: 3, updatedAt: '', position: 2, name: 'Remind', description: 'After two days' },
  ...{ enabled: true, match: 'any', once: 'opening', stop: true },
  on: ['request.created', 'message.created'],
  filters: [
    { field: 'message.text', operator: 'contains', value: 'urgent' },
    { field: 'event.attributes.plan', operator: '=', value: 'gold' },
    { field: 'rating', operator: '<=', value: 2 },
  ],
  actions: [{ type: 'emit', name: 'paid' }],
  delay: 7_200_000,
  cancel_on: ['closed'],
} as unknown as RuleView;

it('come back from the form as they are stored', () => {
  const { _id, __v, updatedAt, position, ...body } = stored;
  expect(bodyOf(draftOf(stored))).toEqual({ ...body, timer: null });
  const timer = { since: 'closed', ms: 172_800_000, hours: 'project' } as const;
  const waiting = { ...stored, on: ['timer'], timer, delay: 0, cancel_on: [] } as unknown as RuleView;
  expect(bodyOf(draftOf(waiting))).toMatchObject({ on: ['timer'], timer, delay: 0 });
});

it('wait for events or for a time, never for both', () => {
  const draft = draftOf(stored);
  expect(bodyOf({ ...draft, waits: true })).toMatchObject({ on: ['timer'], delay: 0, cancel_on: [] });
  expect(bodyOf({ ...draft, waits: false })).toMatchObject({ timer: null, delay: 7_200_000 });
});

it('say what is missing', () => {
  const draft = draftOf(stored);
  const none = { amount: '', unit: 'none' } as const;
  const empty = { amount: '', unit: 'days' } as const;
  expect(missingIn(draft)).toBeUndefined();
  expect(missingIn({ ...draft, on: [] })).toBe('event');
  expect(missingIn({ ...draft, delay: empty })).toBe('length');
  expect(missingIn({ ...draft, delay: none })).toBeUndefined();
  expect(missingIn({ ...draft, waits: true, on: [] })).toBeUndefined();
  expect(missingIn({ ...draft, waits: true, after: empty })).toBe('length');
  expect(missingIn({ ...draft, waits: true, after: none })).toBe('length');
});

it.each(templateNames)('the template %s can be stored as it is, and is off', (template) => {
  const draft = draftOf(newRule(template, { name: 'A', says: 'Hello' }));
  const body = bodyOf(draft);
  expect(missingIn(draft)).toBeUndefined();
  expect([body.name, body.enabled]).toEqual(['A', false]);
  expect(body.on).toEqual(templates[template].on);
  expect(draft.conditions.filter((condition) => !isComplete(condition))).toEqual([]);
  expect(draft.actions.filter(({ action }) => !isWhole(action))).toEqual([]);
});

it('offer each event once', () => {
  expect(new Set(ruleEvents).size).toBe(ruleEvents.length);
});
