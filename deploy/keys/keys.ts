import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { exampleValues } from '@parley/service-kit/config';

import { common, schemas } from '../schemas.ts';

/** The keys of an installation: variable → value, as they stand in the Secret `parley-keys`. */
export type Keys = Record<KeyName, string>;

export const keyNames = ['ACTOR_KEY', 'DATA_KEY', 'TOKEN_SIGNING_KEYS'] as const;
export type KeyName = (typeof keyNames)[number];

/** The steps of a rotation, in order; between two of them all replicas are replaced. */
export const steps = ['add', 'use', 'drop'] as const;
export type Step = (typeof steps)[number];

interface SigningKey {
  kid?: string;
  [member: string]: unknown;
}

export function newKeys(): Keys {
  return { ACTOR_KEY: newSecret(), DATA_KEY: newSecret(), TOKEN_SIGNING_KEYS: setOf([newSigningKey()]) };
}

/**
 * One step of a rotation: a new key is accepted first (`add`), then used (`use`), and in the end the former one is no longer accepted
 * (`drop`). So replicas before and after a step accept each other's tokens and open each other's secrets.
 * @throws when the step is not the next one
 */
export function rotate(keys: Keys, name: KeyName, step: Step): Keys {
  const parts = partsOf(name, keys[name]);
  const wanted = step === 'add' ? 1 : 2;
  if (parts.length !== wanted)
    throw new Error(`${name} holds ${parts.length}: \`${step}\` needs ${wanted}. The steps are ${steps.join(', ')}.`);
  const [first = '', second = ''] = parts;
  const next = { add: [first, newPart(name)], use: [second, first], drop: [first] }[step];
  return {
    ...keys,
    [name]: name === 'TOKEN_SIGNING_KEYS' ? setOf(next.map((part) => JSON.parse(part))) : next.join(','),
  };
}

/** What is wrong with keys, by the rules with which the services read them; never a value. */
export function faultsOf(keys: Readonly<Record<string, string | undefined>>): string[] {
  const shapes = {
    ACTOR_KEY: common.shape.ACTOR_KEY,
    DATA_KEY: common.shape.DATA_KEY,
    TOKEN_SIGNING_KEYS: schemas.workspace.shape.TOKEN_SIGNING_KEYS,
  };
  return keyNames.flatMap((name) => {
    const value = keys[name];
    if (!value) return [`${name}: is missing`];
    const { success, error } = shapes[name].safeParse(value);
    if (!success) return [`${name}: ${error.issues[0]?.message}`];
    const parts = partsOf(name, value);
    return [
      ...([value, ...parts].some((part) => exampleValues.includes(part))
        ? [`${name}: is the value of an example`]
        : []),
      ...(new Set(parts).size < parts.length ? [`${name}: holds a key twice`] : []),
    ];
  });
}

/** By what people compare keys that they do not show: `name: fingerprint of the one in use, then of those accepted besides`. */
export function fingerprintsOf(keys: Keys): string[] {
  return keyNames.map((name) => {
    const prints = partsOf(name, keys[name]).map((part) =>
      createHash('sha256').update(part).digest('hex').slice(0, 12),
    );
    return `${name}: ${prints.join(', then ')}`;
  });
}

function partsOf(name: KeyName, value: string): string[] {
  if (name !== 'TOKEN_SIGNING_KEYS') return value.split(',').map((part) => part.trim());
  return (JSON.parse(value) as { keys: SigningKey[] }).keys.map((key) => JSON.stringify(key));
}

function newPart(name: KeyName): string {
  return name === 'TOKEN_SIGNING_KEYS' ? JSON.stringify(newSigningKey()) : newSecret();
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex') };
}

function setOf(keys: readonly SigningKey[]): string {
  return JSON.stringify({ keys });
}
