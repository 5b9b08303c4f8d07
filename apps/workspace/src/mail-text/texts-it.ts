import type { MailTexts } from './mail-text.ts';

export const it: MailTexts = {
  greeting: 'Ciao {firstname},',
  greetingWithoutName: 'Ciao,',
  fallback: 'Se il pulsante non funziona, apri questo indirizzo:',
  footer: 'Inviato da Parley.',
  footerOfProject: 'Inviato da Parley per {project}.',
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
        'La password del tuo account è stata modificata e le altre sessioni sono terminate.',
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
      subject: '{inviter} ti invita in {project}',
      above: ['{inviter} ti invita a unirti al progetto {project}. Il link è valido per 30 giorni.'],
      button: 'Accetta l’invito',
      below: ['Se non aspettavi un invito, puoi ignorare questa email.'],
    },
    joined_project: {
      subject: 'Fai parte di {project}',
      above: ['{inviter} ti ha aggiunto al progetto {project}.'],
      button: 'Apri il progetto',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} ha effettuato l’accesso senza {connection}',
      above: [
        '{person} ha effettuato l’accesso a {project} con una password e un secondo fattore, sebbene le persone del tuo dominio debbano usare {connection}.',
        'I proprietari a cui è consentito sono indicati nelle impostazioni della connessione. Se non te lo aspettavi, contattali subito.',
      ],
      button: 'Apri il progetto',
      below: [],
    },
  },
};
