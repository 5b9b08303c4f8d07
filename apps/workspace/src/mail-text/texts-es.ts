import type { MailTexts } from './mail-text.ts';

export const es: MailTexts = {
  greeting: 'Hola, {firstname}:',
  greetingWithoutName: 'Hola:',
  fallback: 'Si el botón no funciona, abra esta dirección:',
  footer: 'Enviado por Parley.',
  footerOfProject: 'Enviado por Parley para {project}.',
  faults: {
    dns_failed: 'No se encontró el servidor. Revise si el nombre es correcto.',
    connection_refused: 'El servidor no acepta la conexión. Revise servidor y puerto.',
    tls_failed: 'Falló la conexión segura. Revise el cifrado y el certificado.',
    auth_failed: 'El servidor rechaza el acceso. Escriba la contraseña actual en los ajustes del buzón.',
    folder_missing: 'La carpeta no existe en el servidor.',
    oauth_expired:
      'El consentimiento ha caducado. Inicie sesión de nuevo en el proveedor y escriba el nuevo token de actualización.',
    quota: 'El buzón está lleno.',
    greylisted: 'El servidor pidió reintentar más tarde.',
    blocked: 'El servidor, o esta instalación, no permite la conexión.',
    timeout: 'El servidor no respondió a tiempo. Revise servidor y puerto.',
  },
  mails: {
    verification: {
      subject: 'Confirme su correo electrónico',
      above: [
        'Confirme que esta dirección de correo electrónico es suya. El enlace funciona una sola vez y es válido durante 24 horas.',
      ],
      button: 'Confirmar el correo electrónico',
      below: ['Si no ha creado ninguna cuenta, puede ignorar este correo.'],
    },
    password_reset: {
      subject: 'Establezca una contraseña nueva',
      above: [
        'Se ha solicitado una contraseña nueva para su cuenta. El enlace funciona una sola vez y es válido durante una hora.',
      ],
      button: 'Establecer una contraseña nueva',
      below: ['Si no la ha solicitado, puede ignorar este correo: su contraseña no cambia.'],
    },
    password_changed: {
      subject: 'Su contraseña ha cambiado',
      above: [
        'La contraseña de su cuenta ha cambiado y sus otras sesiones han finalizado.',
        'Si no la ha cambiado usted, solicite una contraseña nueva de inmediato.',
      ],
      button: 'Solicitar una contraseña nueva',
      below: [],
    },
    already_registered: {
      subject: 'Ya tiene una cuenta',
      above: ['Se ha solicitado una cuenta para esta dirección, pero ya existe una. Puede iniciar sesión con ella.'],
      button: 'Iniciar sesión',
      below: [
        'Si ha olvidado la contraseña, puede solicitar una nueva allí. Si no ha solicitado ninguna cuenta, puede ignorar este correo.',
      ],
    },
    invitation: {
      subject: '{inviter} le invita a {project}',
      above: ['{inviter} le invita a unirse al proyecto {project}. El enlace es válido durante 30 días.'],
      button: 'Aceptar la invitación',
      below: ['Si no esperaba ninguna invitación, puede ignorar este correo.'],
    },
    joined_project: {
      subject: 'Ya forma parte de {project}',
      above: ['{inviter} le ha añadido al proyecto {project}.'],
      button: 'Abrir el proyecto',
      below: [],
    },
    mailbox_failing: {
      subject: '{mailbox} no recibe correo',
      above: [
        'Parley ya no puede leer el correo de {mailbox} para {project}. Lo sigue intentando y no se pierde nada: el correo permanece en el servidor mientras tanto.',
      ],
      button: 'Abrir proyecto',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} vuelve a recibir correo',
      above: [
        'Parley vuelve a leer el correo de {mailbox} para {project}. Lo que llegó mientras tanto está entrando ahora, empezando por lo más antiguo.',
      ],
      button: 'Abrir proyecto',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} no envía correo',
      above: [
        'Parley ya no puede enviar correo desde {mailbox} para {project}. Lo sigue intentando durante dos días; después, un mensaje que no se pudo enviar se marca como fallido y se puede reenviar a mano.',
      ],
      button: 'Abrir proyecto',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} vuelve a enviar correo',
      above: ['Parley vuelve a enviar correo desde {mailbox} para {project}. Lo que esperaba está saliendo ahora.'],
      button: 'Abrir proyecto',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} ha iniciado sesión sin {connection}',
      above: [
        '{person} ha iniciado sesión en {project} con una contraseña y un segundo factor, aunque las personas de su dominio deben usar {connection}.',
        'Los propietarios que pueden hacerlo figuran en los ajustes de la conexión. Si no lo esperaba, hable con ellos de inmediato.',
      ],
      button: 'Abrir proyecto',
      below: [],
    },
  },
};
