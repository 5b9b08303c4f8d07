import type { MailTexts } from './mail-text.ts';

export const pt: MailTexts = {
  greeting: 'Olá, {firstname}:',
  greetingWithoutName: 'Olá:',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  footer: 'Enviado pelo Parley.',
  footerOfProject: 'Enviado pelo Parley em nome de {project}.',
  mails: {
    verification: {
      subject: 'Confirme o seu endereço de e-mail',
      above: [
        'Confirme que este endereço de e-mail é seu. A ligação funciona uma única vez e é válida durante 24 horas.',
      ],
      button: 'Confirmar o endereço de e-mail',
      below: ['Se não criou uma conta, pode ignorar este e-mail.'],
    },
    password_reset: {
      subject: 'Defina uma nova palavra-passe',
      above: [
        'Foi pedida uma nova palavra-passe para a sua conta. A ligação funciona uma única vez e é válida durante uma hora.',
      ],
      button: 'Definir uma nova palavra-passe',
      below: ['Se não fez este pedido, pode ignorar este e-mail: a sua palavra-passe não muda.'],
    },
    password_changed: {
      subject: 'A sua palavra-passe foi alterada',
      above: [
        'A palavra-passe da sua conta foi alterada e as suas outras sessões terminaram.',
        'Se não foi você a alterá-la, peça de imediato uma nova palavra-passe.',
      ],
      button: 'Pedir uma nova palavra-passe',
      below: [],
    },
    already_registered: {
      subject: 'Já tem uma conta',
      above: ['Foi pedida uma conta para este endereço, mas já existe uma. Pode iniciar sessão com ela.'],
      button: 'Iniciar sessão',
      below: [
        'Se esqueceu a palavra-passe, pode pedir uma nova nessa página. Se não pediu uma conta, pode ignorar este e-mail.',
      ],
    },
    invitation: {
      subject: '{inviter} convida-o para {project}',
      above: ['{inviter} convida-o a juntar-se ao projeto {project}. A ligação é válida durante 30 dias.'],
      button: 'Aceitar o convite',
      below: ['Se não esperava um convite, pode ignorar este e-mail.'],
    },
    joined_project: {
      subject: 'Já faz parte de {project}',
      above: ['{inviter} adicionou-o ao projeto {project}.'],
      button: 'Abrir o projeto',
      below: [],
    },
  },
};
