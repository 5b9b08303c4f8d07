import type { MessageView } from '@parley/sdk';

import { buttonsOf, galleryOf, isPressed, pressOf } from './attachment.ts';

function withAttachment(attachment: unknown): MessageView {
  return { attributes: { attachment } } as unknown as MessageView;
}

it('sends what a button of each kind stands for', () => {
  const buttons = buttonsOf(
    withAttachment({
      buttons: [
        { type: 'text', value: 'Where are you?' },
        { type: 'action', value: 'Yes', action: 'confirm', show_echo: true },
        { type: 'action', value: 'No', action: 'deny', show_echo: false },
        { type: 'url', value: 'Shop', link: 'https://shop.example', target: 'self' },
      ],
    }),
  );
  expect(buttons.map(pressOf)).toEqual([
    { text: 'Where are you?', attributes: {} },
    { text: 'Yes', attributes: { action: 'confirm' } },
    { text: 'No', attributes: { action: 'deny', subtype: 'info' } },
    undefined,
  ]);
});

it.each([
  undefined,
  null,
  'x',
  { buttons: 'x' },
  { buttons: [null, 7, {}, { type: 'text' }, { type: 'text', value: '' }] },
])('finds no button in %j', (attachment) => {
  expect(buttonsOf(withAttachment(attachment))).toEqual([]);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' javascript:x', 'shop.example'])(
  'offers no link to %j',
  (link) => {
    expect(buttonsOf(withAttachment({ buttons: [{ type: 'url', value: 'x', link }] }))).toEqual([]);
    expect(galleryOf(withAttachment({ gallery: [{ title: 'x', preview: { src: link } }] }))).toMatchObject([
      { image: undefined },
    ]);
  },
);

it('knows the pressed button by what was sent', () => {
  const [yes, no] = buttonsOf(
    withAttachment({
      buttons: [
        { type: 'action', value: 'Yes', action: 'confirm' },
        { type: 'text', value: 'No' },
      ],
    }),
  );
  const sent = { text: 'Yes', attributes: { action: 'confirm' } } as unknown as MessageView;
  expect([yes && isPressed(yes, sent), no && isPressed(no, sent)]).toEqual([true, false]);
});
