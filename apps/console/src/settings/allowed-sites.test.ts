import { admits, faultySites } from './allowed-sites.ts';

it.each([
  ['http://localhost:3130', 'http://localhost:3130', true],
  ['localhost:3130', 'http://localhost:3130', true],
  ['localhost', 'http://localhost:3130', false],
  ['https://shop.example', 'http://shop.example', false],
  ['SHOP.example', 'https://shop.example', true],
  ['*.shop.example', 'https://a.shop.example', true],
  ['*.shop.example', 'https://shop.example', false],
  ['*.shop.example', 'https://evilshop.example', false],
  ['shop.example', 'https://shop.example.evil', false],
  ['shop.example:443', 'https://shop.example', true],
])('%s admits %s: %s', (entry, origin, isAdmitted) => {
  expect(admits([entry], origin)).toBe(isAdmitted);
});

it('names entries that are no site', () => {
  expect(faultySites(['shop.example', 'https://shop.example/path', '*', 'a b', '[::1]:3000'])).toEqual([
    'https://shop.example/path',
    '*',
    'a b',
  ]);
});
