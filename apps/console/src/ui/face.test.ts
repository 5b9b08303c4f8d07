import { faceOf, faces } from './face.ts';

const ids = Array.from({ length: 400 }, (_, index) => `6a${(0x5f00_0000_0000 + index).toString(16)}`);

describe('faceOf', () => {
  it('gives a person the same colour each time', () => {
    expect(ids.map(faceOf)).toEqual(ids.map(faceOf));
    expect(faceOf('Vera Lind')).toBe(faceOf('Vera Lind'));
  });

  it('spreads ids that were made one after the other over all colours', () => {
    const counts = Array.from({ length: faces }, (_, face) => ids.filter((id) => faceOf(id) === face).length);
    expect(Math.min(...counts)).toBeGreaterThan(ids.length / faces / 2);
  });

  it('has a colour for a name of any letters, and for none', () => {
    for (const name of ['', '李', '🙂', 'Ó Súilleabháin']) expect(tokensHave(faceOf(name))).toBe(true);
  });
});

function tokensHave(face: number): boolean {
  return Number.isInteger(face) && face >= 0 && face < faces;
}
