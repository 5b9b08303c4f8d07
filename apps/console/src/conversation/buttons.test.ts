import { buttonsOf, galleryOf, isPressed } from './buttons.ts';

const attachment = {
  type: 'template',
  buttons: [
    { type: 'text', value: 'Yes' },
    { type: 'action', value: 'Track', action: 'track', show_echo: false },
    { type: 'url', value: 'Shop', link: 'https://shop.example' },
    { type: 'text' },
    null,
  ],
};

it('knows the pressed button by what was sent, and no link', () => {
  const buttons = buttonsOf({ attachment });
  const pressedBy = (text: string, attributes = {}) =>
    buttons.filter((button) => isPressed(button, { text, attributes })).map(({ label }) => label);
  expect(buttons.map(({ label }) => label)).toEqual(['Yes', 'Track', 'Shop']);
  expect(pressedBy('Yes')).toEqual(['Yes']);
  expect(pressedBy('Track')).toEqual([]);
  expect(pressedBy('Track', { action: 'track' })).toEqual(['Track']);
  expect(pressedBy('Shop')).toEqual([]);
  expect(buttons.some((button) => isPressed(button, undefined))).toBe(false);
});

it('reads whatever stands in the place of a gallery', () => {
  expect(
    galleryOf({ attachment: { gallery: [{ title: 'A', preview: { src: 'javascript:1' }, buttons: 3 }, 7] } }),
  ).toEqual([
    { title: 'A', description: '', buttons: [] },
    { title: '', description: '', buttons: [] },
  ]);
  expect(galleryOf({})).toEqual([]);
});
