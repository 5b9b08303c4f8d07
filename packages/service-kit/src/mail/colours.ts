/** Red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number];

/** @returns undefined for what is neither `#rgb` nor `#rrggbb` */
export function parseColour(text: unknown): Rgb | undefined {
  const digits = typeof text === 'string' ? /^#((?:[\da-f]{3}){1,2})$/i.exec(text.trim())?.[1] : undefined;
  if (!digits) return undefined;
  const number = Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** As `#rrggbb`: mail clients do not all know the short form. */
export function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

/** The text colour on a ground: the wanted one where it can be read, else the better of black and white. */
export function readableOn(ground: Rgb, wanted: Rgb): Rgb {
  if (contrast(ground, wanted) >= 4.5) return wanted;
  const [white, black] = [
    [255, 255, 255],
    [0, 0, 0],
  ] as const;
  return contrast(ground, white) >= contrast(ground, black) ? white : black;
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
