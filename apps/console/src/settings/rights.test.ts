import { type RoleView, rights } from '@parley/sdk';

import { changedRights, fitsVisibility, formOf, givableRights, rightGroups, rightsOfRole } from './rights.ts';

const role = (changed: RoleView['rights'], more: Partial<RoleView> = {}) =>
  ({ name: 'Supervisor', base: 'agent', visibility: 'all', rights: changed, ...more }) as RoleView;

it('shows every right, each once', () => {
  const shown = rightGroups.flatMap(({ rights }) => [...rights]);
  expect(shown.toSorted()).toEqual(Object.keys(rights).toSorted());
});

it('offers no right of owners', () => {
  expect(givableRights).toEqual(rightsOfRole('admin'));
  expect(givableRights).not.toContain('project.delete');
});

it('stores what differs from the base, and reads it back', () => {
  const changed = { 'leads.export': false, 'analytics.read': true } as const;
  const form = formOf(role(changed));
  expect(form.rights).toContain('analytics.read');
  expect(form.rights).not.toContain('leads.export');
  expect(changedRights(form)).toEqual(changed);
});

it('stores nothing of a right that is as the base has it', () => {
  expect(changedRights(formOf(role({ 'requests.read': true, 'bots.write': false })))).toEqual({});
});

it('keeps rights that a narrow visibility takes away, for when it is widened', () => {
  const form = formOf(role({ 'tokens.own': false }, { base: 'admin', visibility: 'own' }));
  expect(form.rights).toContain('analytics.read');
  expect(fitsVisibility('analytics.read', form.visibility)).toBe(false);
  expect(fitsVisibility('requests.read', form.visibility)).toBe(true);
  expect(changedRights(form)).toEqual({ 'tokens.own': false });
});
