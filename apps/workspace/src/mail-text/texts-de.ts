import type { MailTexts } from './mail-text.ts';

export const de: MailTexts = {
  greeting: 'Guten Tag {firstname},',
  greetingWithoutName: 'Guten Tag,',
  fallback: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: 'Gesendet von Parley.',
  footerOfProject: 'Gesendet von Parley für {project}.',
  faults: {
    dns_failed: 'Der Servername wurde nicht gefunden. Prüfen Sie die Schreibweise.',
    connection_refused: 'Der Server nimmt keine Verbindung an. Prüfen Sie Server und Port.',
    tls_failed: 'Die sichere Verbindung ist fehlgeschlagen. Prüfen Sie Verschlüsselung und Zertifikat.',
    auth_failed:
      'Der Server lehnt die Anmeldung ab. Geben Sie in den Einstellungen des Postfachs das aktuelle Passwort ein.',
    folder_missing: 'Der Ordner existiert auf dem Server nicht.',
    oauth_expired:
      'Die Zustimmung ist abgelaufen. Melden Sie sich beim Anbieter erneut an und geben Sie das neue Refresh-Token ein.',
    quota: 'Das Postfach ist voll.',
    greylisted: 'Der Server bittet um einen späteren Versuch.',
    blocked: 'Der Server oder diese Installation lässt die Verbindung nicht zu.',
    timeout: 'Der Server antwortete nicht rechtzeitig. Prüfen Sie Server und Port.',
  },
  mails: {
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      above: [
        'Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Der Link funktioniert einmal und ist 24 Stunden gültig.',
      ],
      button: 'E-Mail-Adresse bestätigen',
      below: ['Falls Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren.'],
    },
    password_reset: {
      subject: 'Neues Passwort festlegen',
      above: [
        'Für Ihr Konto wurde ein neues Passwort angefordert. Der Link funktioniert einmal und ist eine Stunde gültig.',
      ],
      button: 'Neues Passwort festlegen',
      below: [
        'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.',
      ],
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      above: [
        'Das Passwort Ihres Kontos wurde geändert, und Ihre anderen Sitzungen wurden beendet.',
        'Falls Sie es nicht geändert haben, fordern Sie sofort ein neues Passwort an.',
      ],
      button: 'Neues Passwort anfordern',
      below: [],
    },
    already_registered: {
      subject: 'Sie haben bereits ein Konto',
      above: [
        'Für diese Adresse wurde ein Konto angefordert, es gibt aber schon eines. Sie können sich damit anmelden.',
      ],
      button: 'Anmelden',
      below: [
        'Falls Sie Ihr Passwort vergessen haben, können Sie dort ein neues anfordern. Falls Sie kein Konto angefordert haben, können Sie diese E-Mail ignorieren.',
      ],
    },
    invitation: {
      subject: '{inviter} lädt Sie zu {project} ein',
      above: ['{inviter} lädt Sie ein, dem Projekt {project} beizutreten. Der Link ist 30 Tage gültig.'],
      button: 'Einladung annehmen',
      below: ['Falls Sie keine Einladung erwartet haben, können Sie diese E-Mail ignorieren.'],
    },
    joined_project: {
      subject: 'Sie gehören jetzt zu {project}',
      above: ['{inviter} hat Sie zum Projekt {project} hinzugefügt.'],
      button: 'Projekt öffnen',
      below: [],
    },
    mailbox_failing: {
      subject: '{mailbox} empfängt keine E-Mails',
      above: [
        'Parley kann die E-Mails von {mailbox} für {project} nicht mehr lesen. Es versucht es weiter, und nichts geht verloren: Die E-Mails bleiben so lange auf dem Server.',
      ],
      button: 'Projekt öffnen',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} empfängt wieder E-Mails',
      above: [
        'Parley liest die E-Mails von {mailbox} für {project} wieder. Was in der Zwischenzeit ankam, kommt jetzt herein, das Älteste zuerst.',
      ],
      button: 'Projekt öffnen',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} versendet keine E-Mails',
      above: [
        'Parley kann keine E-Mails von {mailbox} für {project} mehr versenden. Es versucht es zwei Tage lang weiter; danach gilt eine Nachricht, die nicht versendet werden konnte, als fehlgeschlagen und kann von Hand erneut gesendet werden.',
      ],
      button: 'Projekt öffnen',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} versendet wieder E-Mails',
      above: ['Parley versendet wieder E-Mails von {mailbox} für {project}. Was gewartet hat, geht jetzt hinaus.'],
      button: 'Projekt öffnen',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} hat sich ohne {connection} angemeldet',
      above: [
        '{person} hat sich bei {project} mit Passwort und zweitem Faktor angemeldet, obwohl Personen Ihrer Domain {connection} verwenden müssen.',
        'Inhaber, denen das erlaubt ist, stehen in den Einstellungen der Verbindung. Wenn Sie damit nicht gerechnet haben, sprechen Sie sie bitte sofort an.',
      ],
      button: 'Projekt öffnen',
      below: [],
    },
  },
};
