/** The luminance with equal contrast to black and white. */
const asFarFromBlack = 0.179;

/** Red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number];

/** @returns undefined unless the text is `#rgb` or `#rrggbb` */
export function parseColour(text: string): Rgb | undefined {
  const digits = /^#((?:[\da-f]{3}){1,2})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const number = Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

/** The text colour on a background: the wanted one if it has enough contrast, else the better of black and white. */
export function readableOn(ground: string, wanted: string): string {
  const [below, text] = [parseColour(ground), parseColour(wanted)];
  if (!below || (text && contrast(below, text) >= 4.5)) return wanted;
  return luminance(below) < asFarFromBlack ? '#ffffff' : '#000000';
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
