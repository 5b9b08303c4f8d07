import { allowedSitesOf, isSiteAllowed } from './allowed-sites.ts';

const sites = [
  'https://shop.example',
  'HTTPS://Other.Example:8443/',
  '*.acme.example',
  'https://*.tls.example:9443',
  'bare.example',
  'bücher.example',
  'http://localhost:5173',
  '[::1]:8080',
  ' spaced.example ',
  'not a site',
  'https://',
  '*',
  '*.',
  'https://user@evil.example',
  'https://path.example/x',
];

it.each([
  'https://shop.example',
  'HTTPS://SHOP.example',
  'https://other.example:8443',
  'https://www.acme.example',
  'http://a.b.acme.example',
  'https://x.tls.example:9443',
  'https://bare.example',
  'http://bare.example',
  'https://xn--bcher-kva.example',
  'http://localhost:5173',
  'http://[::1]:8080',
  'https://spaced.example',
])('admits a page of %s', (origin) => {
  expect(isSiteAllowed(sites, origin)).toBe(true);
});

it.each([
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example.evil',
  'https://evilshop.example',
  'https://www.shop.example',
  'https://other.example',
  'https://acme.example',
  'https://evilacme.example',
  'https://www.acme.example.evil',
  'https://www.acme.example:8443',
  'https://x.tls.example',
  'http://x.tls.example:9443',
  'http://localhost:5174',
  'https://user',
  'https://evil.example',
  'https://path.example',
  'ftp://bare.example',
  'null',
  '',
  'https://',
])('refuses a page of %j', (origin) => {
  expect(isSiteAllowed(sites, origin)).toBe(false);
});

it('admits calls of no page, and every page while the setting is off', () => {
  expect(isSiteAllowed(sites, undefined)).toBe(true);
  expect(isSiteAllowed([], 'https://shop.example')).toBe(false);
  expect(isSiteAllowed(allowedSitesOf({ allowed_urls: false, allowed_urls_list: sites }), 'https://evil.example')).toBe(
    true,
  );
  expect(allowedSitesOf({ allowed_urls: true, allowed_urls_list: ['a', 7] })).toEqual(['a']);
  expect(allowedSitesOf({ allowed_urls: true })).toEqual([]);
});
