// Draws the portraits of the demo's people and its bot: `npm exec -- node apps/all-in-one/test/draw-portraits.ts`.
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

const folder = fileURLToPath(new URL('../portraits/', import.meta.url));
const sidePx = 256;

interface Look {
  background: string;
  skin: string;
  hair: string;
  shirt: string;
  /** Behind and before the face, as SVG. */
  back: string;
  front: string;
}

const looks: Record<string, Look> = {
  ada: {
    ...{ background: '#f1d7c4', skin: '#f0c3a0', hair: '#4a2f27', shirt: '#2f5d50' },
    back: '<path d="M74 120c-8-62 24-84 54-84s62 22 54 84c-2 24 8 44 2 66H72c-6-22 4-42 2-66z"/>',
    front: '<path d="M84 116c4-40 24-54 44-54 26 0 42 16 44 54-14-6-24-20-30-34-12 18-34 30-58 34z"/>',
  },
  linus: {
    ...{ background: '#cfe0e6', skin: '#e3ac82', hair: '#b4722f', shirt: '#22406b' },
    back: '',
    front:
      '<path d="M80 106c-4-46 22-64 50-64 30 0 52 20 46 62-6-10-10-20-12-28-22 6-46 4-66-6-8 10-14 22-18 36z"/><path d="M86 128c4 44 22 60 42 60s38-16 42-60c-6 10-12 16-20 18-14-6-30-6-44 0-8-2-14-8-20-18z" opacity=".9"/>',
  },
  alan: {
    ...{ background: '#dde3c8', skin: '#9c6644', hair: '#231d1a', shirt: '#b9633d' },
    back: '',
    front:
      '<path d="M82 104c-2-44 20-60 46-60s48 16 46 60c-4-8-8-14-10-24-20-8-52-8-72 0-2 10-6 16-10 24z"/><g fill="none" stroke="#231d1a" stroke-width="4"><circle cx="108" cy="118" r="15"/><circle cx="148" cy="118" r="15"/><path d="M123 118h10"/></g>',
  },
};

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="0 0 256 256">${body}</svg>`;

const portrait = ({ background, skin, hair, shirt, back, front }: Look) =>
  svg(`<rect width="256" height="256" fill="${background}"/>
    <g fill="${hair}">${back}</g>
    <path d="M46 256c4-44 36-62 82-62s78 18 82 62z" fill="${shirt}"/>
    <path d="M108 168h40v34c-10 12-30 12-40 0z" fill="${skin}"/>
    <path d="M108 176c12 10 28 10 40 0v10c-12 12-28 12-40 0z" opacity=".12"/>
    <ellipse cx="128" cy="122" rx="46" ry="56" fill="${skin}"/>
    <g fill="#2a211d"><circle cx="108" cy="118" r="5"/><circle cx="148" cy="118" r="5"/></g>
    <path d="M112 152c8 9 24 9 32 0" fill="none" stroke="#7a3f34" stroke-width="4" stroke-linecap="round"/>
    <g fill="${hair}">${front}</g>`);

const bot = svg(`<rect width="256" height="256" fill="#e6e0f2"/>
  <path d="M128 50V34" stroke="#5b4b8a" stroke-width="8" stroke-linecap="round"/><circle cx="128" cy="28" r="11" fill="#e2a24a"/>
  <rect x="56" y="52" width="144" height="116" rx="34" fill="#5b4b8a"/><rect x="74" y="74" width="108" height="66" rx="24" fill="#f7f3ff"/>
  <g fill="#2c2350"><circle cx="106" cy="106" r="10"/><circle cx="150" cy="106" r="10"/></g>
  <path d="M114 126c8 6 20 6 28 0" fill="none" stroke="#2c2350" stroke-width="5" stroke-linecap="round"/>
  <g fill="#8673bd"><rect x="36" y="90" width="20" height="44" rx="10"/><rect x="200" y="90" width="20" height="44" rx="10"/><path d="M72 256c0-50 22-72 56-72s56 22 56 72z"/></g>
  <circle cx="128" cy="220" r="10" fill="#e2a24a"/>`);

for (const [name, drawing] of [...Object.entries(looks).map(([who, look]) => [who, portrait(look)]), ['robby', bot]])
  await sharp(Buffer.from(drawing ?? ''))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${folder}${name}.png`);
