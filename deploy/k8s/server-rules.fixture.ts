import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

import type { Resource } from './resource.ts';

type Fields = Record<string, unknown>;
/** What is wrong with a value that stands under a name, if anything is. */
type Rule = (value: unknown, owner: Fields) => string[];

/** Rules of the API server that no schema holds: all that it would refuse in a document. */
export function refusalsOf(document: Resource): string[] {
  const where = `${document.kind}/${document.metadata.name}`;
  return [...namesIn(document), ...selectorsIn(document), ...valuesIn(document)].map((fault) => `${where}: ${fault}`);
}

function namesIn({ kind, metadata, data }: Resource): string[] {
  const isName = kind === 'Service' ? /^(?=.{1,63}$)[a-z]([-a-z0-9]*[a-z0-9])?$/ : subdomain;
  const keys = Object.keys(kind === 'ConfigMap' || kind === 'Secret' ? (data ?? {}) : {});
  return [
    ...unless(isName.test(metadata.name), `name ${metadata.name}`),
    ...keys.flatMap((key) => unless(/^(?!\.\.)[-._a-zA-Z0-9]{1,253}$/.test(key), `key ${key}`)),
  ];
}

/** Of workloads, whose selector must find the pods that they make. */
function selectorsIn({ spec }: Resource): string[] {
  const { selector, template } = (spec ?? {}) as {
    selector?: { matchLabels?: Fields };
    template?: { metadata: { labels?: Fields } };
  };
  const wanted = Object.entries(template ? (selector?.matchLabels ?? {}) : {});
  return wanted.flatMap(([key, value]) =>
    unless(template?.metadata.labels?.[key] === value, `selector ${key}=${value} finds no pod of the template`),
  );
}

function valuesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => [
    ...(rules[field]?.(inner, value as Fields) ?? []),
    ...(texts.includes(field) ? [] : valuesIn(inner)),
  ]);
}

/** Whose members are named by us. */
const texts = ['labels', 'annotations', 'matchLabels', 'data', 'stringData', 'parameters'];

const subdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualified = /^[a-zA-Z0-9]([-._a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$/;

const rules: Record<string, Rule> = {
  ipBlock: blockOf,
  labels: labels,
  matchLabels: labels,
  annotations: (value) => Object.keys(value as object).flatMap(keyOf),
  resources: resourcesOf,
  containerPort: numberOfPort,
  port: portOf,
  targetPort: portOf,
  ports: (value) => twice((value as Fields[]).map(({ name }) => name)),
  env: (value) =>
    (value as Fields[]).flatMap(({ name }) =>
      unless(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(`${name}`), `variable ${name}`),
    ),
  livenessProbe: (value) => {
    const { successThreshold = 1 } = value as Fields;
    return unless(successThreshold === 1, `successThreshold ${successThreshold} of a liveness probe`);
  },
  periodSeconds: (value) => unless(Number(value) >= 1, `periodSeconds ${value}`),
  timeoutSeconds: (value) => unless(Number(value) >= 1, `timeoutSeconds ${value}`),
  schedule: scheduleOf,
  interval: durationOf,
  scrapeTimeout: durationOf,
  for: durationOf,
};

/** As Go reads it: an IPv4-mapped address is one of IPv4. */
function blockOf(value: unknown): string[] {
  const { cidr, except = [] } = value as { cidr: string; except?: string[] };
  const outer = rangeOf(cidr);
  if (!outer) return [`cidr ${cidr}`];
  return except.flatMap((text) => {
    const inner = rangeOf(text);
    const within = inner?.[0].kind() === outer[0].kind() && inner[1] > outer[1] && inner[0].match(outer[0], outer[1]);
    return unless(within === true, `except ${text} must be a strict subset of ${cidr}`);
  });
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [, address = '', length = ''] = /^(.+)\/(0|[1-9]\d*)$/.exec(text) ?? [];
  if (!isIP(address) || address.includes('%') || Number(length) > (isIP(address) === 4 ? 32 : 128)) return undefined;
  const mapped = ipaddr.process(address);
  const bits = mapped.kind() === 'ipv4' && isIP(address) === 6 ? Number(length) - 96 : Number(length);
  if (bits < 0) return undefined;
  const kind = mapped.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = kind.networkAddressFromCIDR(`${mapped}/${bits}`);
  return first.toString() === mapped.toString() ? [mapped, bits] : undefined;
}

function labels(value: unknown): string[] {
  return Object.entries(value as object).flatMap(([key, text]) => [
    ...keyOf(key),
    ...unless(typeof text === 'string' && (text === '' || qualified.test(text)), `label ${key}=${text}`),
  ]);
}

function keyOf(key: string): string[] {
  const [name = '', prefix, ...more] = key.split('/').reverse();
  const sound = qualified.test(name) && (prefix === undefined || subdomain.test(prefix)) && more.length === 0;
  return unless(sound, `key ${key}`);
}

function resourcesOf(value: unknown): string[] {
  const { requests = {}, limits = {} } = value as { requests?: Fields; limits?: Fields };
  return [
    ...[...Object.values(requests), ...Object.values(limits)].flatMap((text) =>
      unless(!Number.isNaN(amountOf(text)), `quantity ${text}`),
    ),
    ...Object.keys(requests).flatMap((name) =>
      unless(!(amountOf(requests[name]) > amountOf(limits[name] ?? 'none')), `requests more ${name} than its limit`),
    ),
  ];
}

/** In units; NaN for what is no quantity. */
function amountOf(value: unknown): number {
  const match = /^(\d+(?:\.\d*)?|\.\d+)(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/.exec(`${value}`);
  if (!match) return Number.NaN;
  const [, digits, binary, decimal, exponent = '0'] = match;
  if (binary) return Number(digits) * 1024 ** ('KMGTPE'.indexOf(binary.charAt(0)) + 1);
  const power = decimal ? { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }[decimal] : Number(exponent);
  return Number(digits) * 10 ** (power ?? Number.NaN);
}

function portOf(value: unknown): string[] {
  if (typeof value === 'object') return [];
  if (typeof value === 'number') return numberOfPort(value);
  const sound = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/.test(`${value}`);
  return unless(sound, `port ${value}`);
}

function numberOfPort(value: unknown): string[] {
  return unless(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535, `port ${value}`);
}

/** Of Prometheus, whose kinds use it; Go's own durations have no days. */
function durationOf(value: unknown): string[] {
  const units = /^(0|((\d+)y)?((\d+)w)?((\d+)d)?((\d+)h)?((\d+)m)?((\d+)s)?((\d+)ms)?)$/;
  return unless(value !== '' && units.test(`${value}`), `duration ${value}`);
}

/** Of a CronJob five fields; CloudNativePG's has seconds before them. */
function scheduleOf(value: unknown, owner: Fields): string[] {
  const ranges = [
    [0, 59],
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12],
    [0, 6],
  ].slice('jobTemplate' in owner ? 1 : 0);
  const fields = `${value}`.split(' ');
  const sound = ranges.every(([least = 0, most = 0], index) =>
    (fields[index] ?? '').split(',').every((part) => {
      const [, from, to = from, step = '1'] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? ['', 'none'];
      const [low, high] = from === undefined ? [least, most] : [Number(from), Number(to)];
      return low >= least && high <= most && low <= high && Number(step) > 0;
    }),
  );
  return unless(sound && fields.length === ranges.length, `schedule ${value}`);
}

function twice(names: readonly unknown[]): string[] {
  const given = names.filter((name) => name !== undefined);
  return given.filter((name, index) => given.indexOf(name) !== index).map((name) => `port ${name} twice`);
}

function unless(sound: boolean, fault: string): string[] {
  return sound ? [] : [fault];
}
