const fromRightToLeft = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;

export function directionOf(lang: string): 'ltr' | 'rtl' {
  return fromRightToLeft.test(lang) ? 'rtl' : 'ltr';
}

/** Whether `Intl` takes it. Browsers on Linux may name what is no tag, such as `C` or `en-US@posix`. */
export function isTag(text: string | undefined): boolean {
  try {
    return Boolean(text && new Intl.Locale(text));
  } catch {
    return false;
  }
}
