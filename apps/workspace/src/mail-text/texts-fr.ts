import type { MailTexts } from './mail-text.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {firstname},',
  greetingWithoutName: 'Bonjour,',
  fallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse\u00a0:',
  footer: 'Envoyé par Parley.',
  footerOfProject: 'Envoyé par Parley pour {project}.',
  faults: {
    dns_failed: 'Serveur introuvable. Vérifiez son orthographe.',
    connection_refused: 'Le serveur refuse la connexion. Vérifiez serveur et port.',
    tls_failed: 'La connexion sécurisée a échoué. Vérifiez le chiffrement et le certificat.',
    auth_failed:
      'Le serveur refuse l’authentification. Saisissez le mot de passe actuel dans les réglages de la boîte.',
    folder_missing: 'Le dossier n’existe pas sur le serveur.',
    oauth_expired:
      'Le consentement a expiré. Reconnectez-vous chez le fournisseur et saisissez le nouveau jeton d’actualisation.',
    quota: 'La boîte est pleine.',
    greylisted: 'Le serveur a demandé de réessayer plus tard.',
    blocked: 'Le serveur, ou cette installation, n’autorise pas la connexion.',
    timeout: 'Le serveur n’a pas répondu à temps. Vérifiez serveur et port.',
  },
  mails: {
    verification: {
      subject: 'Confirmez votre adresse e-mail',
      above: [
        'Veuillez confirmer que cette adresse e-mail est la vôtre. Le lien fonctionne une seule fois et reste valable 24 heures.',
      ],
      button: 'Confirmer l’adresse e-mail',
      below: ['Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.'],
    },
    password_reset: {
      subject: 'Choisissez un nouveau mot de passe',
      above: [
        'Un nouveau mot de passe a été demandé pour votre compte. Le lien fonctionne une seule fois et reste valable une heure.',
      ],
      button: 'Choisir un nouveau mot de passe',
      below: [
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail\u00a0: votre mot de passe reste inchangé.',
      ],
    },
    password_changed: {
      subject: 'Votre mot de passe a été modifié',
      above: [
        'Le mot de passe de votre compte a été modifié et vos autres sessions ont pris fin.',
        'Si vous n’êtes pas à l’origine de cette modification, demandez immédiatement un nouveau mot de passe.',
      ],
      button: 'Demander un nouveau mot de passe',
      below: [],
    },
    already_registered: {
      subject: 'Vous avez déjà un compte',
      above: ['Un compte a été demandé pour cette adresse, mais il en existe déjà un. Vous pouvez vous y connecter.'],
      button: 'Se connecter',
      below: [
        'Si vous avez oublié votre mot de passe, vous pourrez en demander un nouveau. Si vous n’avez pas demandé de compte, vous pouvez ignorer cet e-mail.',
      ],
    },
    invitation: {
      subject: '{inviter} vous invite à rejoindre {project}',
      above: ['{inviter} vous invite à rejoindre le projet {project}. Le lien est valable 30 jours.'],
      button: 'Accepter l’invitation',
      below: ['Si vous n’attendiez pas d’invitation, vous pouvez ignorer cet e-mail.'],
    },
    joined_project: {
      subject: 'Vous avez rejoint {project}',
      above: ['{inviter} vous a ajouté au projet {project}.'],
      button: 'Ouvrir le projet',
      below: [],
    },
    mailbox_failing: {
      subject: '{mailbox} ne reçoit plus d’e-mails',
      above: [
        'Parley ne peut plus lire les e-mails de {mailbox} pour {project}. Il continue d’essayer et rien n’est perdu\u00a0: les e-mails restent sur le serveur en attendant.',
      ],
      button: 'Ouvrir le projet',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} reçoit de nouveau des e-mails',
      above: [
        'Parley lit de nouveau les e-mails de {mailbox} pour {project}. Ceux qui sont arrivés entre-temps entrent maintenant, du plus ancien au plus récent.',
      ],
      button: 'Ouvrir le projet',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} n’envoie plus d’e-mails',
      above: [
        'Parley ne peut plus envoyer d’e-mails depuis {mailbox} pour {project}. Il continue d’essayer pendant deux jours\u00a0; ensuite, un message qui n’a pas pu partir est marqué comme échoué et peut être renvoyé à la main.',
      ],
      button: 'Ouvrir le projet',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} envoie de nouveau des e-mails',
      above: [
        'Parley envoie de nouveau des e-mails depuis {mailbox} pour {project}. Ceux qui attendaient partent maintenant.',
      ],
      button: 'Ouvrir le projet',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} s’est connecté sans {connection}',
      above: [
        '{person} s’est connecté à {project} avec un mot de passe et un second facteur, alors que les personnes de votre domaine doivent utiliser {connection}.',
        'Les propriétaires qui y sont autorisés figurent dans les réglages de la connexion. Si vous ne vous y attendiez pas, contactez-les sans attendre.',
      ],
      button: 'Ouvrir le projet',
      below: [],
    },
  },
};
