import type { ProjectView } from '@parley/sdk';

import { bodyOfProject, formOfProject } from './project-form.ts';

const shop = {
  name: 'Shop',
  settings: { chat_limit_on: true, max_agent_assigned_chat: 4, own: { a: 1 } },
} as unknown as ProjectView;

it('shows what is set, and leaves empty what is not', () => {
  expect(formOfProject(shop)).toMatchObject({
    name: 'Shop',
    chat_limit_on: true,
    max_agent_assigned_chat: '4',
    reassignment_on: false,
    reassignment_delay: '',
  });
});

it('sends each changed setting by itself', () => {
  expect(bodyOfProject({ reassignment_on: true, reassignment_delay: ' 60 ' }, shop)).toEqual({
    'settings.reassignment_on': true,
    'settings.reassignment_delay': 60,
  });
  expect(bodyOfProject({ name: 'Store' }, shop)).toEqual({ name: 'Store' });
});

it('unsets a number without touching settings that the form does not know', () => {
  expect(JSON.parse(JSON.stringify(bodyOfProject({ max_agent_assigned_chat: '' }, shop)))).toEqual({
    settings: { chat_limit_on: true, own: { a: 1 } },
  });
  expect(bodyOfProject({ reassignment_delay: '' }, shop)).toEqual({});
});
