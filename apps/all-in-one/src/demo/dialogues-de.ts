import type { Dialogues } from './dialogue.ts';

export const de: Dialogues = {
  parcel: [
    'v: Mein Paket ist noch nicht da. Es geht um Bestellung {order}.|Wo bleibt Bestellung {order}? Sie sollte am Montag kommen.|Die Sendungsverfolgung zu {order} steht seit drei Tagen still.',
    'a: Das tut mir leid. Ich frage beim Paketdienst nach.|Guten Tag, ich sehe sofort nach.',
    'a: Es liegt im Depot und kommt morgen vor 12 Uhr.|Der Fahrer hat die Klingel nicht gefunden und kommt morgen noch einmal.',
    'v: Danke, ich bin zu Hause.|Super, vielen Dank!',
  ],
  invoice: [
    'v: Auf der Rechnung zu {order} steht die falsche Firma.|Ich brauche zu Bestellung {order} eine Rechnung mit Umsatzsteuer-ID.',
    'a: Das ändere ich gern. Was soll darauf stehen?',
    'v: {company}, bitte.',
    'a: Erledigt: Die neue Rechnung liegt in Ihrem Postfach.',
    'v: Ist angekommen, danke.',
  ],
  damaged: [
    'v: Artikel beschädigt angekommen: {product}.|Aus Bestellung {order} ist etwas kaputt: {product}.',
    'a: Das tut mir leid. Was genau ist beschädigt?',
    'v: Der Einband ist eingerissen und eine Ecke geknickt.|Der Karton war ganz zerdrückt, es muss unterwegs passiert sein.',
    'a: Danke. Ersatz geht heute noch raus, das andere Stück dürfen Sie behalten.',
    'v: Das ging einfach. Vielen Dank!',
  ],
  wholesale: [
    'v: Was kosten 200 Notizbücher mit unserem Logo?|Haben Sie Preise für Firmen? Wir brauchen 80 Notizbücher.',
    'a: Ja. Ein- oder zweifarbig, und bis wann brauchen Sie sie?',
    'v: Zweifarbig, bis Ende nächsten Monats.',
    'a: Das Angebot liegt in Ihrem Postfach: 7,20 € pro Stück ab 100 Stück.',
    'v: Danke, ich spreche es mit den Kollegen ab.',
  ],
  product: [
    'v: Kommt das noch einmal in Blau: {product}?|Welche Tinte passt zum Füller?|Ist das Papier für Aquarell geeignet ({product})?',
    'a: Gute Frage, ich erkundige mich in der Werkstatt.',
    'a: Ja, und in Blau ist es nächste Woche wieder da.|Ja. Ich würde das stärkere Papier nehmen, 160 g.',
    'v: Perfekt, dann bestelle ich es.',
  ],
  giftWrap: [
    'v: Verpacken Sie auch als Geschenk?|Können Sie zu Bestellung {order} eine Karte legen?',
    'a: Ja, für 3 €. Im Warenkorb ankreuzen und den Text darunter schreiben.',
    'v: Wie schön, danke.',
  ],
  address: [
    'v: Kann ich die Adresse von Bestellung {order} ändern?|Bei {order} habe ich mich in der Straße vertippt.',
    'a: Sie ist noch nicht unterwegs, also ja. Wie lautet die richtige?',
    'v: Hausnummer 24 statt 42, der Rest stimmt.',
    'a: Ich habe es geändert. Die Bestätigung ist unterwegs.',
    'v: Das ging schnell, danke!',
  ],
  discount: [
    'v: Ihr Rabattcode wird nicht angenommen.|SPRING10 geht hier nicht: {product}.',
    'a: Der Code gilt nur für Notizbücher. Dieser hier geht: PAPER10.',
    'v: Klappt, danke!',
  ],
  botHours: [
    'v: Haben Sie samstags geöffnet?|Wann haben Sie geöffnet?',
    'b: Täglich von 8 bis 22 Uhr.',
    'v: Danke',
    'b: Gern geschehen!',
  ],
  botOrder: [
    'v: Wo ist meine Bestellung?',
    'b: Wie lautet die Nummer der Bestellung? Sie steht in der Bestätigung.',
    'v: {order}',
    'b: Danke. Bestellung {order} hat unser Lager verlassen und kommt in zwei Tagen an.',
    'v: Super',
  ],
  handoff: [
    'b: Darauf habe ich leider keine Antwort. Soll ich jemanden aus dem Team fragen?',
    'v: Ja, ich möchte mit einem Menschen sprechen',
    'b: Einen Moment, ich hole jemanden dazu.',
  ],
  comments: [
    ['Schnell und freundlich.', 'In Minuten gelöst.', 'So muss Support sein.'],
    ['Gelöst, aber erst beim zweiten Mal.', 'Freundlich, etwas langsam.'],
    ['Zu lange gewartet.', 'Die Frage ist noch offen.'],
  ],
  products: ['Notizbuch', 'Füller', 'Skizzenbuch', 'Tischkalender', 'Tintenglas'],
};
