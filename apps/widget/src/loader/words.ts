/** What the launcher says before any part is loaded: open, close, unread messages. */
export interface LauncherWords {
  open: string;
  close: string;
  unread: string;
}

const words: Record<string, LauncherWords> = {
  en: { open: 'Open chat', close: 'Close chat', unread: '{n} unread' },
  it: { open: 'Apri la chat', close: 'Chiudi la chat', unread: '{n} non letti' },
  fr: { open: 'Ouvrir le chat', close: 'Fermer le chat', unread: '{n} non lus' },
  de: { open: 'Chat öffnen', close: 'Chat schließen', unread: '{n} ungelesen' },
  es: { open: 'Abrir el chat', close: 'Cerrar el chat', unread: '{n} sin leer' },
  pt: { open: 'Abrir o chat', close: 'Fechar o chat', unread: '{n} não lidas' },
};

/** @param labels of the project: `WIDGET_OPEN`, `WIDGET_CLOSE` and `WIDGET_UNREAD` win */
export function launcherWords(lang: string, labels: Readonly<Record<string, unknown>> = {}): LauncherWords {
  const shipped = words[lang.slice(0, 2)] ?? words.en;
  const entries = Object.entries(shipped ?? {}).map(([key, text]) => {
    const label = labels[`WIDGET_${key.toUpperCase()}`];
    return [key, typeof label === 'string' ? label : text];
  });
  return Object.fromEntries(entries) as unknown as LauncherWords;
}

const fromRightToLeft = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;

export function directionOf(lang: string): 'ltr' | 'rtl' {
  return fromRightToLeft.test(lang) ? 'rtl' : 'ltr';
}
