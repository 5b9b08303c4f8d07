import { newProject, type Project } from '../project/project.ts';
import { type BanTarget, ban, lift } from './ban.ts';

const at = new Date('2026-11-21T09:00:00Z');
const empty = newProject('p', { name: 'Acme' }, 'ada', at);
const banned = (project: Project, wanted: BanTarget) =>
  ban(project, wanted, { id: `b${project.bans.length}`, createdBy: 'ada', createdAt: at });
const shown = ({ bans }: Project) => bans.map(({ principalId, ip }) => [principalId, ip]);

it('keeps one entry for a visitor and their address', () => {
  const { next, events } = banned(empty, { principalId: 'vera', ip: '203.0.113.7' });

  expect(shown(next)).toEqual([['vera', '203.0.113.7']]);
  expect(events).toMatchObject([
    { type: 'project.updated', data: { changes: ['bannedUsers'], banned: { id: 'vera', ip: '203.0.113.7' } } },
  ]);
});

it.each<BanTarget>([{ principalId: 'vera' }, { ip: '203.0.113.7' }, { principalId: 'vera', ip: '203.0.113.7' }])(
  'changes nothing by banning %j again',
  (wanted) => {
    const { next: before } = banned(empty, { principalId: 'vera', ip: '203.0.113.7' });

    expect(banned(before, wanted)).toEqual({ next: before, events: [] });
  },
);

it('adds only the new part of a ban, so that lifting one entry lifts all of it', () => {
  const { next: before } = banned(empty, { principalId: 'vera' });
  const { next: after } = banned(before, { principalId: 'vera', ip: '203.0.113.7' });

  expect(shown(after)).toEqual([
    ['vera', undefined],
    [undefined, '203.0.113.7'],
  ]);
  const { next, events } = lift(after, String(after.bans[0]?.id), at);
  expect([shown(next), next.version]).toEqual([[[undefined, '203.0.113.7']], 3]);
  expect(events).toMatchObject([{ data: { changes: ['bannedUsers'] } }]);
});

it('holds a thousand entries, and reports unknown ids as not found', () => {
  const bans = Array.from({ length: 1000 }, (_, n) => ({ id: `${n}`, ip: `10.0.${n}`, createdBy: 'a', createdAt: at }));
  const full = { ...empty, bans };

  expect(() => banned(full, { principalId: 'vera' })).toThrow(expect.objectContaining({ code: 'limit_reached' }));
  expect(banned(full, { ip: '10.0.7' }).next).toBe(full);
  expect(() => lift(full, 'x', at)).toThrow(expect.objectContaining({ code: 'ban_not_found' }));
});
