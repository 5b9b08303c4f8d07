// Draws the icons of the installed console from its favicon: `npm exec -- node apps/all-in-one/test/draw-icons.ts`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

const consoleFolder = fileURLToPath(new URL('../../console/', import.meta.url));
const icon = await readFile(`${consoleFolder}src/app/icon.svg`, 'utf8');
/** For launchers that cut a shape of their own: ground up to the edge, and the bubble within the inner 80 %. */
const filled = icon.replace(' rx="7"', '');

for (const [name, sidePx, drawing] of [
  ['icon-192', 192, icon],
  ['icon-512', 512, icon],
  ['icon-maskable-512', 512, filled],
  ['icon-180', 180, filled],
] as const)
  await sharp(Buffer.from(drawing), { density: (72 * sidePx) / 32 })
    .resize(sidePx, sidePx)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${consoleFolder}public/${name}.png`);
