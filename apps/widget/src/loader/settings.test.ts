import { contrast, parseColour, readableOn } from './colours.ts';
import { saidByAttributes, settle } from './kinds.ts';
import { kinds } from './settings.ts';

function settled(...sources: Record<string, unknown>[]) {
  const faulty: [string, unknown][] = [];
  return { settings: settle(kinds, sources, (...fault) => faulty.push(fault)), faulty };
}

it('prefers the page’s commands, then its attributes, then the project', () => {
  const { settings } = settled(
    { align: 'left' },
    { align: 'right', themeColor: '#111111' },
    { themeColor: '#222', hideWhenClosed: true },
  );
  expect(settings).toMatchObject({ align: 'left', themeColor: '#111111', hideWhenClosed: true, zIndex: 2147483000 });
});

it('names a faulty value and goes on with the next source; unknown keys say nothing', () => {
  const { settings, faulty } = settled({ align: 'up', zIndex: 'high', novelty: 1 }, { align: 'left' });
  expect(settings).toMatchObject({ align: 'left', zIndex: 2147483000 });
  expect(faulty).toEqual([
    ['align', 'up'],
    ['zIndex', 'high'],
  ]);
});

it('reads attributes as texts', () => {
  const said = saidByAttributes(kinds, {
    open: '',
    color: '#0a0',
    offset: '12 40',
    zIndex: '7',
    launcher: 'none',
    hideWhenClosed: 'true',
    project: 'p',
  });
  expect(settled(said).settings).toMatchObject({
    open: true,
    themeColor: '#0a0',
    offset: [12, 40],
    zIndex: 7,
    launcher: 'none',
    hideWhenClosed: true,
  });
  expect(settled(saidByAttributes(kinds, { hideWhenClosed: 'off', consent: 'required' })).settings).toMatchObject({
    hideWhenClosed: false,
    consent: 'required',
  });
});

it('takes one offset for both directions, and none that is out of the page', () => {
  expect(settled({ offset: 8 }).settings.offset).toEqual([8, 8]);
  expect(settled({ offset: '-4' }).settings.offset).toEqual([20, 20]);
});

it('replaces a text colour that cannot be read on its ground', () => {
  expect(readableOn('#1f4fd8', '#ffffff')).toBe('#ffffff');
  expect(readableOn('#ffee00', '#ffffff')).toBe('#000000');
  expect(readableOn('#222222', '#333333')).toBe('#ffffff');
});

it('knows the contrast of black and white, and both spellings of a colour', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(['#fff', '#FFFFFF'].map(parseColour)).toEqual(Array(2).fill([255, 255, 255]));
  expect(['red', 'rgb(1,2)', '#ffff', 'rgb(0,0,0)', 'url(x)'].map(parseColour)).toEqual(Array(5).fill(undefined));
});
