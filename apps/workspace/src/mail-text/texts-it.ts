import type { MailTexts } from './mail-text.ts';

export const it: MailTexts = {
  greeting: 'Ciao {firstname},',
  greetingWithoutName: 'Ciao,',
  fallback: 'Se il pulsante non funziona, apri questo indirizzo:',
  footer: 'Inviato da Parley.',
  footerOfProject: 'Inviato da Parley per {project}.',
  faults: {
    dns_failed: 'Il server non è stato trovato. Controlla che il nome sia corretto.',
    connection_refused: 'Il server ha rifiutato la connessione. Controlla server e porta.',
    tls_failed: 'Connessione sicura non riuscita. Controlla crittografia e certificato.',
    auth_failed: 'Il server ha rifiutato l’accesso. Inserisci la password attuale nelle impostazioni della casella.',
    folder_missing: 'La cartella non esiste sul server.',
    oauth_expired: 'Il consenso è scaduto. Accedi di nuovo al provider e inserisci il nuovo refresh token.',
    quota: 'La casella è piena.',
    greylisted: 'Il server ha chiesto di riprovare più tardi.',
    blocked: 'Il server, o questa installazione, non consente la connessione.',
    timeout: 'Il server non ha risposto in tempo. Controlla server e porta.',
  },
  mails: {
    verification: {
      subject: 'Conferma il tuo indirizzo email',
      above: ['Conferma che questo indirizzo email è tuo. Il link funziona una sola volta ed è valido per 24 ore.'],
      button: 'Conferma l’indirizzo email',
      below: ['Se non hai creato un account, puoi ignorare questa email.'],
    },
    password_reset: {
      subject: 'Imposta una nuova password',
      above: [
        'È stata richiesta una nuova password per il tuo account. Il link funziona una sola volta ed è valido per un’ora.',
      ],
      button: 'Imposta una nuova password',
      below: ['Se non l’hai richiesta tu, puoi ignorare questa email: la password resta invariata.'],
    },
    password_changed: {
      subject: 'La tua password è stata modificata',
      above: [
        'La password del tuo account è stata modificata e le altre sessioni sono state chiuse.',
        'Se non l’hai modificata tu, richiedi subito una nuova password.',
      ],
      button: 'Richiedi una nuova password',
      below: [],
    },
    already_registered: {
      subject: 'Hai già un account',
      above: ['È stato richiesto un account per questo indirizzo, ma ne esiste già uno. Puoi usarlo per accedere.'],
      button: 'Accedi',
      below: [
        'Se hai dimenticato la password, puoi richiederne una nuova. Se non hai richiesto un account, puoi ignorare questa email.',
      ],
    },
    invitation: {
      subject: '{inviter} ti invita a unirti a {project}',
      above: ['{inviter} ti invita a unirti al progetto {project}. Il link è valido per 30 giorni.'],
      button: 'Accetta l’invito',
      below: ['Se non aspettavi un invito, puoi ignorare questa email.'],
    },
    joined_project: {
      subject: 'Ora fai parte di {project}',
      above: ['{inviter} ti ha aggiunto al progetto {project}.'],
      button: 'Apri il progetto',
      below: [],
    },
    mailbox_failing: {
      subject: '{mailbox} non riceve più email',
      above: [
        'Parley non riesce più a leggere le email di {mailbox} per {project}. Continua a provare e nulla va perso: nel frattempo restano sul server.',
      ],
      button: 'Apri il progetto',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} riceve di nuovo email',
      above: [
        'Parley legge di nuovo le email di {mailbox} per {project}. Quelle arrivate nel frattempo vengono importate ora, a partire dalla meno recente.',
      ],
      button: 'Apri il progetto',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} non invia più email',
      above: [
        'Parley non riesce più a inviare email da {mailbox} per {project}. Continua a provare per due giorni; poi i messaggi non inviati risultano non riusciti e possono essere inviati di nuovo manualmente.',
      ],
      button: 'Apri il progetto',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} invia di nuovo email',
      above: ['Parley invia di nuovo email da {mailbox} per {project}. Quelle in attesa vengono inviate ora.'],
      button: 'Apri il progetto',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} ha effettuato l’accesso senza {connection}',
      above: [
        '{person} ha effettuato l’accesso a {project} con una password e un secondo fattore, anche se le persone del tuo dominio devono usare {connection}.',
        'I proprietari a cui è consentito sono indicati nelle impostazioni della connessione. Se non te lo aspettavi, contattali subito.',
      ],
      button: 'Apri il progetto',
      below: [],
    },
  },
};
