import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { findProgram } from '@parley/testkit';
import sharp from 'sharp';

/** Pixels as red, green and blue, from the top left. */
export interface Picture {
  width: number;
  height: number;
  rgb: Buffer;
}

/** A screen of its own for one browser (Xvfb), with all that stands on it: pages, and dialogs of the browser that no driver reports. */
export interface Screen {
  /** Variables for a program that is to be seen on it. */
  env: NodeJS.ProcessEnv;
  /** A new folder, removed with the screen. */
  folder: string;
  picture(): Promise<Picture>;
  close(): Promise<void>;
}

const xvfb = 'Xvfb';
/** A browser without a window manager takes nine tenths of it. */
const size = '1600x1000';

export async function openScreen(): Promise<Screen> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-screen-'));
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-fbdir', folder, '-nolisten', 'tcp'];
  const server = spawn(findProgram(xvfb) ?? xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'close');
  const [display] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    ended.then(() => Promise.reject(new Error('Xvfb has ended'))),
  ]);
  return {
    folder,
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      // Neither reads nor leaves anything of the user who runs the tests.
      ...{
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        XDG_CONFIG_HOME: folder,
        XDG_CACHE_HOME: folder,
        XDG_DATA_HOME: folder,
      },
      ...{ GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    },
    picture: async () => pictureOfDump(await readFile(join(folder, 'Xvfb_screen0'))),
    close: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Of an X window dump with 32 bits a pixel, as Xvfb keeps its screen. */
function pictureOfDump(dump: Buffer): Picture {
  const word = (index: number) => dump.readUInt32BE(index * 4);
  const [headerSize, width, height, lineSize, colors] = [word(0), word(4), word(5), word(12), word(19)] as const;
  const rgb = Buffer.alloc(width * height * 3);
  const first = headerSize + colors * 12;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let from = first + y * lineSize, end = from + width * 4; from < end; from += 4, to += 3) {
      rgb[to] = dump[from + 2] as number;
      rgb[to + 1] = dump[from + 1] as number;
      rgb[to + 2] = dump[from] as number;
    }
  }
  return { width, height, rgb };
}

export async function pictureOfPng(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

export function pngOf({ width, height, rgb }: Picture): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** More than what differs by smooth edges of letters. */
const visibleDifference = 48;

/** Share of the pixels of a page that look otherwise on the screen, where it begins at this height. */
export function hiddenShare(screen: Picture, page: Picture, top: number): number {
  let hidden = 0;
  for (let y = 0; y < page.height; y += 1) {
    for (let x = 0; x < page.width; x += 1) {
      const [on, of] = [((y + top) * screen.width + x) * 3, (y * page.width + x) * 3];
      const isSame = [0, 1, 2].every(
        (channel) => Math.abs((screen.rgb[on + channel] ?? 0) - (page.rgb[of + channel] ?? 0)) <= visibleDifference,
      );
      if (!isSame) hidden += 1;
    }
  }
  return hidden / (page.width * page.height);
}
