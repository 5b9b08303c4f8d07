import { backoffMs, type Mail, maxAttempts, renderMail, shown } from './mail.ts';

const dashboard = 'https://desk.example';

it.each<[Mail, string]>([
  [
    { template: 'verification', data: { firstname: 'Ada', id_user: 'u1', code: 'c0de' } },
    'https://desk.example/#/verify/email/u1/c0de',
  ],
  [{ template: 'password_reset', data: { firstname: 'Ada', key: 'k3y' } }, 'https://desk.example/#/resetpassword/k3y'],
  [
    {
      template: 'invitation',
      data: { project: 'Acme/West', inviter: 'Grace', code: 'c0de', firstname: 'Ada', lastname: 'L' },
    },
    'https://desk.example/#/handle-invitation/c0de/Acme%2FWest/Ada/L',
  ],
  [
    { template: 'joined_project', data: { project: 'Acme', inviter: 'Grace', id_project: 'p1', firstname: 'Ada' } },
    'https://desk.example/#/project/p1/home',
  ],
])('links to the dashboard in %o', (mail, link) => {
  expect(renderMail(mail, dashboard).text.split('\n')).toContain(link);
});

it.each([
  ['Ada\r\nBcc: eve@evil.example', 'a line break'],
  ['Ada\u2028Click', 'a line separator'],
  ['<a href="https://evil.example">Ada</a>', 'markup'],
  ['https://evil.example/now', 'a link'],
  ['evil.example', 'a host name'],
  ['\u202eadA', 'a change of direction'],
])('shows a name without links: %j', (name) => {
  const letter = renderMail({ template: 'password_changed', data: { firstname: name } }, dashboard);
  const greeting = letter.text.split('\n')[0] ?? '';

  expect(greeting).toMatch(/^Hello .*,$/);
  expect(greeting).not.toMatch(/[\r\n\u2028\u202e<>]|evil\.example|https:\/\//);
});

it('leaves ordinary names as they are', () => {
  expect(['Ada', "O'Brien", 'Jean-Luc', 'Łukasz', '李雷', 'St. John'].map(shown)).toEqual([
    ...['Ada', "O'Brien", 'Jean-Luc', 'Łukasz', '李雷', 'St. John'],
  ]);
});

it('keeps the subject of an invitation on one line', () => {
  const data = { project: 'Acme\nBcc: x', inviter: 'Eve\r\nTo: y', code: 'c' };

  expect(renderMail({ template: 'invitation', data }, dashboard).subject).not.toMatch(/[\r\n]/);
});

it('retries a failed mail for 24 hours with growing backoff, then gives up', () => {
  const waitsMs = Array.from({ length: maxAttempts - 1 }, (_, failures) => backoffMs(failures + 1));
  const hours = waitsMs.reduce((sum, waitMs) => sum + waitMs, 0) / 3_600_000;

  expect(waitsMs.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
  expect(Math.max(...waitsMs)).toBe(3_600_000);
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(25);
});
