const fromRightToLeft = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;

export function directionOf(lang: string): 'ltr' | 'rtl' {
  return fromRightToLeft.test(lang) ? 'rtl' : 'ltr';
}
