import type { ProjectView } from '@parley/sdk';

import { bodyOfWidget, formOfWidget } from './widget-form.ts';

const field = { name: 'userFullname', type: 'text', mandatory: true, label: { en: 'Name' }, regex: '^.+$' };
const shop = {
  widget: {
    themeColor: '#ff0000',
    calloutTimer: 5,
    own: 1,
    preChatFormCustomFieldsEnabled: true,
    preChatFormJson: [field],
    sound: 'loud',
  },
  settings: { allowed_urls: true, allowed_urls_list: ['shop.example', '*.shop.example'] },
} as unknown as ProjectView;

it('shows what is set, and defaults for the rest and for what is faulty', () => {
  expect(formOfWidget(shop)).toMatchObject({
    themeColor: '#ff0000',
    align: 'right',
    sound: true,
    calloutTimer: '5',
    fields: [field],
    allowedOnly: true,
    sites: 'shop.example\n*.shop.example',
    emoji: true,
  });
});

it.each(['x', [null], [{}], { name: 'x' }])('shows no fields for %j, which are none', (preChatFormJson) => {
  const odd = { ...shop, widget: { preChatFormCustomFieldsEnabled: true, preChatFormJson } };
  expect(formOfWidget(odd).fields).toEqual([]);
});

it('keeps members of the widget that the form does not know', () => {
  expect(bodyOfWidget({ align: 'left', calloutTimer: '' }, shop)).toEqual({
    widget: { ...shop.widget, align: 'left', calloutTimer: -1 },
  });
});

it('turns the own form off when its last field goes', () => {
  expect(bodyOfWidget({ fields: [] }, shop)).toMatchObject({
    widget: { own: 1, preChatFormCustomFieldsEnabled: false, preChatFormJson: [] },
  });
});

it('sends sites and emoji as settings, and no widget', () => {
  expect(bodyOfWidget({ sites: 'a.example\n', emoji: false }, shop)).toEqual({
    'settings.allowed_urls_list': ['a.example'],
    'settings.allow_send_emoji': false,
  });
});
