import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analytics } from './analytics.ts';
import { bots } from './bots.ts';
import { clocks } from './clocks.ts';
import { closings } from './closings.ts';
import { consoleTimes } from './console.ts';
import { files } from './files.ts';
import { growth } from './growth.ts';
import { imports } from './import.ts';
import { leads } from './leads.ts';
import { machine } from './machine.ts';
import { mail } from './mail.ts';
import { compared, features } from './mesh/compared.ts';
import { flood } from './mesh/flood.ts';
import { measureMesh, measurementNames } from './mesh/mesh.ts';
import { replicas } from './mesh/replicas.ts';
import { rulesAtWork } from './rules.ts';
import { scale } from './scale.ts';
import { signatures } from './signatures.ts';
import { sockets } from './sockets.ts';
import { webhooks } from './webhooks.ts';
import { widget } from './widget.ts';

const usage = `usage: npm run bench -- [${measurementNames.join('|')} …]
         [--windows 3] [--seconds 10] [--hold 60] [--connections 32] [--conversations 1000] [--statements] [--profile <folder>]
       npm run bench -- scale [--requests 1000000] [--messages 10000000] [--samples 1000] [--folder <folder>]
       npm run bench -- growth [--open 300,10000,100000] [--closed 1000000] [--samples 200] [--folder <folder>]
       npm run bench -- import [--messages 100000] [--live] [--folder <folder>]
       npm run bench -- leads [--leads 1000000] [--samples 1000]
       npm run bench -- analytics [--requests 1000000] [--others 0] [--samples 200] [--rate 200] [--together 1]
       npm run bench -- files [--seconds 5]
       npm run bench -- sockets [--sockets 5000] [--rate 200] [--together 1] [--seconds 5]
       npm run bench -- bots [--samples 1000]
       npm run bench -- webhooks [--rate 200] [--seconds 5]
       npm run bench -- mail [--seconds 60]
       npm run bench -- signatures [--samples 20000]
       npm run bench -- widget [--samples 50]
       npm run bench -- console [--samples 20] [--messages 6000] [--folder <folder>]
       npm run bench -- flood [--seconds 10]
       npm run bench -- closings
       npm run bench -- clocks [--clocks 1000000] [--projects 200] [--rate 200] [--sends 500] [--seconds 600]
       npm run bench -- rules [--rate 200] [--seconds 30]
       npm run bench -- automation|governance [send|requests|rows|sign-in|first …] [--windows 3] [--seconds 10] [--connections 32] [--conversations 1000]
       npm run bench -- replicas [--replicas 1] [--seconds 10] [--conversations 1000]
The first line measures the whole mesh against baselines, all of its scenarios if none is named; a short run: --seconds 3 --conversations 50.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    hold: { type: 'string', default: '60' },
    connections: { type: 'string', default: '32' },
    conversations: { type: 'string', default: '1000' },
    statements: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    profile: { type: 'string' },
    requests: { type: 'string', default: '1000000' },
    messages: { type: 'string' },
    open: { type: 'string', default: '300,10000,100000' },
    closed: { type: 'string', default: '1000000' },
    leads: { type: 'string', default: '1000000' },
    samples: { type: 'string' },
    others: { type: 'string', default: '0' },
    sockets: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '200' },
    clocks: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '200' },
    sends: { type: 'string', default: '500' },
    together: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
});
const number = (name: Exclude<keyof typeof values, 'statements' | 'live' | 'profile' | 'folder'>) =>
  Number(values[name]);
const seconds = (usual: number) => Number(values.seconds ?? usual);
const messages = (usual: number) => Number(values.messages ?? usual);
const samples = (usual: number) => Number(values.samples ?? usual);

/** Measurements of one subject; all others are of the whole mesh. */
const measurements: Record<string, () => Promise<void>> = {
  scale: () =>
    scale({
      small: { requests: 10_000, messages: 100_000 },
      big: { requests: number('requests'), messages: messages(10_000_000) },
      samples: samples(1_000),
      folder: values.folder && resolve(values.folder),
    }),
  growth: () =>
    growth({
      open: values.open.split(',').map(Number),
      closed: number('closed'),
      samples: samples(200),
      folder: values.folder && resolve(values.folder),
    }),
  import: () =>
    imports({ messages: messages(100_000), isLive: values.live, folder: values.folder && resolve(values.folder) }),
  leads: () => leads(number('leads'), samples(1_000)),
  // Of figures there are many, and each is asked for one after the other.
  analytics: () =>
    analytics({
      requests: number('requests'),
      others: number('others'),
      samples: samples(200),
      writing: { rate: number('rate'), together: number('together') },
    }),
  files: () => files(seconds(5)),
  sockets: () =>
    sockets({
      idle: number('sockets'),
      perSecond: number('rate'),
      seconds: seconds(5),
      together: number('together'),
    }),
  bots: () => bots(samples(1_000)),
  webhooks: () => webhooks(number('rate'), seconds(5)),
  mail: () => mail(seconds(60)),
  signatures: () => signatures(samples(20_000)),
  widget: () => widget(samples(50)),
  // A day of eight hours has 144,000 messages.
  console: () => consoleTimes(samples(20), messages(6_000), values.folder && resolve(values.folder)),
  flood: () => flood(seconds(10)),
  closings,
  clocks: () =>
    clocks({
      clocks: number('clocks'),
      projects: number('projects'),
      rate: number('rate'),
      sends: number('sends'),
      seconds: seconds(600),
    }),
  rules: () => rulesAtWork({ rate: number('rate'), seconds: seconds(30) }),
  ...Object.fromEntries(
    (Object.keys(features) as (keyof typeof features)[]).map((feature) => [
      feature,
      () =>
        compared(feature, {
          names: positionals.slice(1),
          windows: number('windows'),
          seconds: seconds(10),
          connections: number('connections'),
          conversations: number('conversations'),
        }),
    ]),
  ),
  replicas: () => replicas({ count: number('replicas'), seconds: seconds(10), conversations: number('conversations') }),
};
if (positionals[0] === 'help') {
  console.log(usage);
  process.exit();
}
console.log(`On ${await machine()}`);
const own = measurements[positionals[0] ?? ''];
if (own) {
  await own();
  process.exit();
}

const names = positionals.length > 0 ? positionals : measurementNames;
if (!names.every((name) => measurementNames.includes(name))) {
  console.error(usage);
  process.exit(2);
}
await measureMesh({
  names,
  windows: number('windows'),
  seconds: seconds(10),
  holdSeconds: number('hold'),
  connections: number('connections'),
  conversations: number('conversations'),
  statements: values.statements,
  profile: values.profile && resolve(values.profile),
});
