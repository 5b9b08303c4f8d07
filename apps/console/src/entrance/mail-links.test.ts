import { pathOfMailLink } from './mail-links.ts';

it.each([
  ['#/verify/email/65f0/c-0_de', '/verify/email/65f0/c-0_de'],
  ['#/resetpassword/k-e_y', '/resetpassword/k-e_y'],
  ['#/forgotpsw', '/resetpassword'],
  ['#/handle-invitation/c0de/Acme%2FWest/Grace/', '/handle-invitation/c0de'],
  ['#/project/65f0/home', '/65f0'],
  ['#/login', '/signin'],
  ['#/survey/65f0-t_oken-x', '/survey/65f0-t_oken-x'],
])('leads from %s to %s', (hash, path) => {
  expect(pathOfMailLink(hash)).toBe(path);
});

it.each([
  '',
  '#',
  '#/',
  '#content',
  '#code=abc',
  '#/constructor',
  '#/verify/email/65f0',
  '#/verify/phone/1/2',
  '#/resetpassword/',
  '#//evil.example',
  '#/project//evil.example',
  'https://evil.example/#/login',
])('takes %j for no link of a mail', (hash) => {
  expect(pathOfMailLink(hash)).toBeUndefined();
});
