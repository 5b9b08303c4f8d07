/**
 * How mail clients begin what they quote, in the languages of their users: Gmail, Outlook, Apple Mail, Thunderbird, Yahoo and Proton in
 * English, German, French, Italian, Spanish, Portuguese, Dutch, Danish, Swedish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian,
 * Romanian, Russian, Ukrainian, Turkish, Greek, Japanese, Chinese and Korean.
 */

const wrote = [
  ...[
    'wrote',
    'schrieb',
    'a écrit',
    'ha scritto',
    'escribió',
    'escreveu',
    'schreef',
    'het volgende geschreven',
    'skrev',
  ],
  ...['kirjoitti', 'napisał(?:\\(a\\)|a)?', 'napsal(?:\\(a\\)|a)?', 'napísal(?:\\(a\\)|a)?', 'ezt írta', 'a scris'],
  ...['написал(?:\\(а\\)|а)?', 'пише', 'пишет', 'написав(?:\\(ла\\))?', 'yazdı', 'έγραψε', 'のメール', '書きました'],
  ...['写道', '寫道', '님이 작성', '작성'],
];
// What a letter is differs by language: the word may begin after anything but one.
const hasVerb = new RegExp(`(?<!\\p{L})(?:${wrote.join('|')})(?!\\p{L})`, 'iu');
const hasVerbAtEnd = new RegExp(`(?:${wrote.slice(-4).join('|')}|のメール)\\s*[:：]$`, 'u');
const address = /[<(][^\s<>()]{1,64}@[^\s<>()]{1,253}[>)]/;
const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/;
/** Longer lines are text. */
const maxAttribution = 400;

/** Whether this line says who wrote what follows, and when: "On Monday Shop wrote:". */
export function isAttribution(line: string): boolean {
  const text = line.trim();
  if (text.length > maxAttribution || !/[:：]$/.test(text) || !/\d/.test(text)) return false;
  if (hasVerb.test(text) || hasVerbAtEnd.test(text))
    return address.test(text) || year.test(text) || /\d[./:]\d/.test(text);
  // Gmail in Russian and Japanese has no verb.
  return address.test(text) && year.test(text) && /[>)]\s*[:：]$/.test(text);
}

const originals = [
  ...['original message', 'original appointment', 'ursprüngliche nachricht', 'original-nachricht', 'message d.origine'],
  ...[
    'messaggio originale',
    'mensaje original',
    'mensagem original',
    'oorspronkelijk bericht',
    'oprindelig meddelelse',
  ],
  ...[
    'ursprungligt meddelande',
    'opprinnelig melding',
    'alkuperäinen viesti',
    'wiadomość oryginalna',
    'oryginalna wiadomość',
  ],
  ...[
    'původní zpráva',
    'pôvodná správa',
    'eredeti üzenet',
    'mesaj original',
    'исходное сообщение',
    'оригінальне повідомлення',
  ],
  ...['özgün ileti', 'orijinal mesaj', 'αρχικό μήνυμα', '元のメッセージ', '原始邮件', '原始郵件', '원본 메시지'],
];
const original = new RegExp(`^[-_]{2,}\\s*(?:${originals.join('|')})\\s*[-_]{2,}$`, 'iu');

/** Whether this line is the rule that Outlook draws above what it quotes. */
export function isRule(line: string): boolean {
  const text = line.trim();
  return original.test(text) || /^_{20,}$/.test(text);
}

const labels = {
  from: [
    'from',
    'von',
    'de',
    'da',
    'van',
    'fra',
    'från',
    'lähettäjä',
    'od',
    'feladó',
    'de la',
    'от',
    'від',
    'kimden',
    'από',
    '差出人',
    '发件人',
    '寄件者',
    '보낸 사람',
  ],
  sent: [
    ...[
      'sent',
      'date',
      'gesendet',
      'datum',
      'envoyé',
      'inviato',
      'data',
      'enviado',
      'enviado el',
      'fecha',
      'verzonden',
    ],
    ...['sendt', 'dato', 'skickat', 'lähetetty', 'päivämäärä', 'wysłano', 'odesláno', 'odoslané', 'küldve', 'dátum'],
    ...[
      'trimis',
      'отправлено',
      'дата',
      'надіслано',
      'gönderildi',
      'tarih',
      'στάλθηκε',
      'ημερομηνία',
      '送信日時',
      '日付',
    ],
    ...['发送时间', '日期', '寄件日期', '傳送日期', '보낸 날짜', '날짜'],
  ],
  to: [
    'to',
    'an',
    'à',
    'a',
    'para',
    'aan',
    'til',
    'till',
    'vastaanottaja',
    'do',
    'komu',
    'pre',
    'címzett',
    'către',
    'кому',
    'kime',
    'προς',
    '宛先',
    '收件人',
    '收件者',
    '받는 사람',
  ],
  subject: [
    'subject',
    'betreff',
    'objet',
    'oggetto',
    'asunto',
    'assunto',
    'onderwerp',
    'emne',
    'ämne',
    'aihe',
    'temat',
    'předmět',
    'predmet',
    'tárgy',
    'subiect',
    'тема',
    'konu',
    'θέμα',
    '件名',
    '主题',
    '主旨',
    '제목',
  ],
};
const kinds = Object.entries(labels).map(
  // Outlook sets labels in bold: in plain text, between asterisks.
  ([kind, words]) => [kind, new RegExp(`^\\*?(?:${words.join('|')})\\s*[:：]\\*?(?:\\s|$)`, 'iu')] as const,
);

/** Which line of the header that Outlook puts above a quoted mail this is. */
export function headerLine(line: string): string | undefined {
  const text = line.trim();
  return kinds.find(([, label]) => label.test(text))?.[0];
}

const sentFrom = [
  /^(?:sent|get) (?:from|with|via|using) .{1,80}$/iu,
  /^get outlook for (?:ios|android|mac).{0,80}$/iu,
  /^(?:von meinem .{1,40} gesendet|gesendet (?:von|mit|aus|über) .{1,80}|diese nachricht wurde von meinem .{1,80} gesendet\.?)$/iu,
  /^holen sie sich outlook für .{1,80}$/iu,
  /^(?:envoyé (?:de|depuis|avec|à partir de) .{1,80}|télécharger outlook pour .{1,80}|obtenir outlook pour .{1,80})$/iu,
  /^(?:inviato (?:da|dal|con|tramite) .{1,80}|ottieni outlook per .{1,80}|scarica outlook per .{1,80})$/iu,
  /^(?:enviad[oa] (?:desde|do|da|de|a partir d[oe]|con|com|pelo) .{1,80}|obtener outlook para .{1,80}|obter o outlook para .{1,80})$/iu,
  /^(?:verstuurd|verzonden) (?:vanaf|van|met|vanuit) .{1,80}$/iu,
  /^(?:sendt fra|skickat från|lähetetty|wysłano z|odesláno z|odoslané z|küldve|trimis (?:de pe|din)|отправлено (?:с|из)|надіслано з) .{1,80}$/iu,
  /^(?:.{1,40} (?:'|’)?(?:dan|den|ımdan|imden) gönderildi|στάλθηκε από .{1,80}|(?:iPhone|iPad|.{1,20})から送信|发自我的.{1,20}|從我的.{1,20}傳送|나의 .{1,20}에서 보냄)$/iu,
];

/** Whether this line was put below the text by the client: "Sent from my phone". */
export function isSentFrom(line: string): boolean {
  const text = line.trim();
  return text.length <= 160 && sentFrom.some((pattern) => pattern.test(text));
}
