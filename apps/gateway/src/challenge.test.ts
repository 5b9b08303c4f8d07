import { challengeFor } from './challenge.ts';

const both = 'Basic realm="Parley", Bearer';
const basic = 'Basic YWRhQGFjbWUuaW86d3Jvbmc=';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  ['a program without credentials', {}, both],
  ['a program with a token', { authorization: 'JWT x', 'user-agent': 'curl/8.5.0' }, both],
  ['a program with Basic', { authorization: basic, 'user-agent': 'Java/17' }, both],
  ['a page that calls', { 'sec-fetch-mode': 'cors', 'user-agent': firefox }, 'Bearer'],
  ['a page that shows a picture', { 'sec-fetch-mode': 'no-cors' }, 'Bearer'],
  ['an address that is opened', { 'sec-fetch-mode': 'navigate' }, 'Bearer'],
  ['a page of another site', { origin: 'https://shop.example' }, 'Bearer'],
  ['a browser with a cookie', { cookie: 'parley=x' }, 'Bearer'],
  // Browsers leave out Sec-Fetch-Mode without TLS, other than on localhost, and Origin with a GET of the same origin.
  ['a page over plain HTTP', { authorization: 'JWT x', 'user-agent': firefox }, 'Bearer'],
  ['a browser that came with Basic', { authorization: basic, 'sec-fetch-mode': 'navigate' }, both],
  ['a page whose script sends Basic', { authorization: basic, 'sec-fetch-mode': 'cors' }, 'Bearer'],
])('challenges %s', (_who, headers, challenge) => {
  expect(challengeFor(headers)).toBe(challenge);
});
