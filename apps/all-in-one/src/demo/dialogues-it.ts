import type { Dialogues } from './dialogue.ts';

export const it: Dialogues = {
  parcel: [
    'v: Il mio pacco non è arrivato. È l’ordine {order}.|Dov’è l’ordine {order}? Doveva arrivare lunedì.|Il tracciamento dell’ordine {order} è fermo da tre giorni.',
    'a: Mi dispiace per l’attesa. Chiedo al corriere.|Buongiorno, controllo subito.',
    'a: È in deposito e arriva domani prima di mezzogiorno.|Il corriere non ha trovato il campanello e riprova domani.',
    'v: Grazie, sarò a casa.|Perfetto, grazie mille!',
  ],
  invoice: [
    'v: La fattura dell’ordine {order} è intestata alla società sbagliata.|Mi serve una fattura con la nostra partita IVA per l’ordine {order}.',
    'a: La correggo volentieri. Che cosa deve riportare?',
    'v: {company}, per favore.',
    'a: Fatto: la nuova fattura è nella sua casella.',
    'v: Ricevuta, grazie.',
  ],
  damaged: [
    'v: Un articolo è arrivato danneggiato: {product}.|Un articolo dell’ordine {order} è rotto: {product}.',
    'a: Mi dispiace. Che cosa è danneggiato di preciso?',
    'v: La copertina è strappata e un angolo è piegato.|Dev’essere successo durante il viaggio, la scatola era schiacciata.',
    'a: Grazie. Oggi ne parte uno nuovo, l’altro può tenerlo.',
    'v: È stato semplice. Grazie!',
  ],
  wholesale: [
    'v: Quanto costano 200 quaderni con il nostro logo?|Avete prezzi per le aziende? Ci servono 80 quaderni.',
    'a: Certo. Uno o due colori, e per quando?',
    'v: Due colori, entro la fine del mese prossimo.',
    'a: Il preventivo è nella sua casella: 7,20 € l’uno da 100 pezzi.',
    'v: Grazie, ne parlo con i colleghi.',
  ],
  product: [
    'v: Questo articolo torna in blu: {product}?|Quale inchiostro va bene per la stilografica?|La carta va bene per l’acquerello ({product})?',
    'a: Bella domanda, chiedo al laboratorio.',
    'a: Sì, e il blu torna la settimana prossima.|Sì. Prenderei la carta più spessa, da 160 g.',
    'v: Perfetto, lo ordino.',
  ],
  giftWrap: [
    'v: Fate pacchetti regalo?|Potete aggiungere un biglietto all’ordine {order}?',
    'a: Sì, per 3 €. Basta spuntare la casella nel carrello e scrivere il testo sotto.',
    'v: Che bello, grazie.',
  ],
  address: [
    'v: Posso cambiare l’indirizzo dell’ordine {order}?|Ho sbagliato la via nell’ordine {order}.',
    'a: Non è ancora partito, quindi sì. Qual è l’indirizzo giusto?',
    'v: Numero 24 invece di 42, il resto è giusto.',
    'a: L’ho cambiato. La conferma è in arrivo.',
    'v: Velocissimo, grazie!',
  ],
  discount: [
    'v: Il vostro codice sconto non viene accettato.|SPRING10 non funziona per questo articolo: {product}.',
    'a: Il codice vale solo per i quaderni. Questo funziona: PAPER10.',
    'v: Funziona, grazie!',
  ],
  botHours: [
    'v: Siete aperti il sabato?|Quando siete aperti?',
    'b: Tutti i giorni dalle 8 alle 22.',
    'v: Grazie',
    'b: Prego!',
  ],
  botOrder: [
    'v: Dov’è il mio ordine?',
    'b: Qual è il numero dell’ordine? È scritto nella conferma.',
    'v: {order}',
    'b: Grazie. L’ordine {order} ha lasciato il magazzino e arriva entro due giorni.',
    'v: Ottimo',
  ],
  handoff: [
    'b: Purtroppo non ho una risposta. Chiedo a un collega?',
    'v: Sì, vorrei parlare con una persona',
    'b: Un momento, chiedo a un collega.',
  ],
  comments: [
    ['Veloci e gentili.', 'Risolto in pochi minuti.', 'Assistenza perfetta.'],
    ['Risolto, ma al secondo tentativo.', 'Gentili, un po’ lenti.'],
    ['Ho aspettato troppo.', 'La mia domanda è rimasta senza risposta.'],
  ],
  products: ['quaderno', 'penna stilografica', 'album da disegno', 'calendario da tavolo', 'boccetta d’inchiostro'],
};
