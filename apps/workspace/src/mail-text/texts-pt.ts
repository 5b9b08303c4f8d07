import type { MailTexts } from './mail-text.ts';

export const pt: MailTexts = {
  greeting: 'Olá, {firstname}!',
  greetingWithoutName: 'Olá!',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  footer: 'Enviado pelo Parley.',
  footerOfProject: 'Enviado pelo Parley em nome de {project}.',
  mails: {
    verification: {
      subject: 'Confirme seu endereço de e-mail',
      above: ['Confirme que este endereço de e-mail é seu. O link funciona uma única vez e é válido por 24 horas.'],
      button: 'Confirmar o endereço de e-mail',
      below: ['Se você não criou uma conta, pode ignorar este e-mail.'],
    },
    password_reset: {
      subject: 'Defina uma nova senha',
      above: ['Uma nova senha foi solicitada para sua conta. O link funciona uma única vez e é válido por uma hora.'],
      button: 'Definir uma nova senha',
      below: ['Se você não fez essa solicitação, pode ignorar este e-mail: sua senha continua a mesma.'],
    },
    password_changed: {
      subject: 'Sua senha foi alterada',
      above: [
        'A senha da sua conta foi alterada e suas outras sessões foram encerradas.',
        'Se não foi você quem a alterou, solicite uma nova senha imediatamente.',
      ],
      button: 'Solicitar uma nova senha',
      below: [],
    },
    already_registered: {
      subject: 'Você já tem uma conta',
      above: ['Uma conta foi solicitada para este endereço, mas já existe uma. Você pode entrar com ela.'],
      button: 'Entrar',
      below: [
        'Se você esqueceu sua senha, pode solicitar uma nova nessa página. Se não solicitou uma conta, pode ignorar este e-mail.',
      ],
    },
    invitation: {
      subject: '{inviter} convidou você para {project}',
      above: ['{inviter} convidou você para participar do projeto {project}. O link é válido por 30 dias.'],
      button: 'Aceitar convite',
      below: ['Se você não esperava um convite, pode ignorar este e-mail.'],
    },
    joined_project: {
      subject: 'Você agora faz parte de {project}',
      above: ['{inviter} adicionou você ao projeto {project}.'],
      button: 'Abrir projeto',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} entrou sem {connection}',
      above: [
        '{person} entrou em {project} com uma senha e um segundo fator, embora as pessoas do seu domínio devam usar {connection}.',
        'Os proprietários que podem fazer isso estão nas configurações da conexão. Se você não esperava isso, fale com eles imediatamente.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
  },
};
