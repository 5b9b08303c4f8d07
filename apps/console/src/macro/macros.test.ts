import type { MacroView } from '@parley/sdk';

import { isWhole } from '../action/actions.ts';
import { bodyOf, draftOf, inMenuOrder, isShownFor, newMacro, templateNames } from './macros.ts';

const macro = (_id: string, visibility: MacroView['visibility'], departments: string[] = []) =>
  ({ _id, visibility, departments, position: 0, actions: [] }) as unknown as MacroView;

it('stand with the shared ones first, and nine of them have a digit', () => {
  const own = Array.from({ length: 8 }, (_, index) => macro(`own ${index}`, 'personal'));
  const listed = inMenuOrder([...own, macro('first', 'shared'), macro('second', 'shared')]);
  expect(listed.map(({ _id }) => _id)).toEqual(['first', 'second', ...own.map(({ _id }) => _id)]);
  expect(listed.map(({ digit }) => digit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, undefined]);
});

it('are shown for their departments, or for all', () => {
  expect(isShownFor(macro('a', 'shared'), undefined)).toBe(true);
  expect(isShownFor(macro('a', 'shared', ['sales']), 'sales')).toBe(true);
  expect(isShownFor(macro('a', 'shared', ['sales']), 'returns')).toBe(false);
  expect(isShownFor(macro('a', 'shared', ['sales']), undefined)).toBe(false);
});

it.each(templateNames)('the template %s can be stored as it is', (template) => {
  const { name, actions } = bodyOf(draftOf(newMacro(template, { name: 'A', says: 'Hello' })));
  expect(name).toBe('A');
  expect(actions.length).toBeGreaterThan(1);
  expect(actions.filter((action) => !isWhole(action))).toEqual([]);
});
