/** How a settings key is read. */
export interface Kind<Value> {
  /** @returns undefined for an invalid value */
  read(value: unknown): Value | undefined;
  default: Value;
  /** The name in `dataset`, if it differs from the key: `color`; empty: there is no attribute. */
  attribute?: string | undefined;
}

export type Kinds<Settings> = { readonly [Key in keyof Settings]: Kind<Settings[Key]> };

export function oneOf<Word extends string>(words: readonly [Word, ...Word[]], attribute?: string): Kind<Word> {
  return { read: (value) => words.find((word) => word === value), default: words[0], attribute };
}

export function yesOrNo(byDefault: boolean, attribute?: string): Kind<boolean> {
  const read = (value: unknown) => {
    // An attribute without a value stands for yes.
    if (value === true || value === 'true' || value === '' || value === 'on') return true;
    return value === false || value === 'false' || value === 'off' ? false : undefined;
  };
  return { read, default: byDefault, attribute };
}

export function numberFrom(least: number, most: number, byDefault: number, attribute?: string): Kind<number> {
  const read = (value: unknown) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && number >= least && number <= most ? number : undefined;
  };
  return { read, default: byDefault, attribute };
}

export function text(attribute?: string): Kind<string | undefined> {
  const read = (value: unknown) => (typeof value === 'string' && value.length <= 2000 ? value : undefined);
  return { read, default: undefined, attribute };
}

/** Settings of a page or project, by key. */
export type Said = Readonly<Record<string, unknown>>;

/** The attributes of the script element, by key. `data-launcher-text` is `launcherText`. */
export function saidByAttributes(
  kinds: Readonly<Record<string, { attribute?: string | undefined }>>,
  dataset: Readonly<Record<string, string | undefined>>,
): Said {
  return Object.fromEntries(Object.entries(kinds).map(([key, { attribute = key }]) => [key, dataset[attribute]]));
}

/**
 * The first source with a valid value for a key wins; unknown keys are ignored.
 * @param faulty called with each invalid key and value
 */
export function settle<Settings extends object>(
  kinds: Kinds<Settings>,
  sources: readonly Said[],
  faulty: (key: string, value: unknown) => void,
): Settings {
  const settled: Record<string, unknown> = {};
  for (const [key, { read, default: byDefault }] of Object.entries<Kind<unknown>>(kinds)) {
    settled[key] = byDefault;
    for (const said of sources) {
      const value = said[key];
      if (value === undefined || value === null) continue;
      const right = read(value);
      if (right === undefined) {
        faulty(key, value);
        continue;
      }
      settled[key] = right;
      break;
    }
  }
  return settled as unknown as Settings;
}
