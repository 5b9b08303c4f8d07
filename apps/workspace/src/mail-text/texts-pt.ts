import type { MailTexts } from './mail-text.ts';

export const pt: MailTexts = {
  greeting: 'Olá, {firstname}!',
  greetingWithoutName: 'Olá!',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  footer: 'Enviado pelo Parley.',
  footerOfProject: 'Enviado pelo Parley em nome de {project}.',
  faults: {
    dns_failed: 'Servidor não encontrado. Verifique o nome.',
    connection_refused: 'O servidor recusou a conexão. Verifique servidor e porta.',
    tls_failed: 'Falha na conexão segura. Verifique a criptografia e o certificado.',
    auth_failed: 'O servidor recusou o acesso. Informe a senha atual nos ajustes da caixa de e-mail.',
    folder_missing: 'A pasta não existe no servidor.',
    oauth_expired: 'O consentimento expirou. Entre novamente no provedor e informe o novo refresh token.',
    quota: 'A caixa de e-mail está cheia.',
    greylisted: 'O servidor pediu para tentar mais tarde.',
    blocked: 'O servidor, ou esta instalação, não permite a conexão.',
    timeout: 'O servidor não respondeu a tempo. Verifique servidor e porta.',
  },
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
    mailbox_failing: {
      subject: '{mailbox} não está recebendo e-mails',
      above: [
        'O Parley não consegue mais ler os e-mails de {mailbox} para {project}. Ele continua tentando e nada se perde: enquanto isso, os e-mails ficam no servidor.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} voltou a receber e-mails',
      above: [
        'O Parley voltou a ler os e-mails de {mailbox} para {project}. Os que chegaram nesse meio-tempo estão sendo recebidos agora, do mais antigo ao mais recente.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} não está enviando e-mails',
      above: [
        'O Parley não consegue mais enviar e-mails de {mailbox} para {project}. Ele continua tentando por dois dias; depois disso, uma mensagem que não pôde ser enviada é marcada como falha e pode ser reenviada manualmente.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} voltou a enviar e-mails',
      above: [
        'O Parley voltou a enviar e-mails de {mailbox} para {project}. Os que aguardavam estão sendo enviados agora.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} entrou sem {connection}',
      above: [
        '{person} entrou em {project} com uma senha e um segundo fator, embora as pessoas do seu domínio devam usar {connection}.',
        'Os proprietários que podem fazer isso estão listados nos ajustes da conexão. Se você não esperava isso, fale com eles imediatamente.',
      ],
      button: 'Abrir projeto',
      below: [],
    },
  },
};
