/** Built-in sentences for cases without a text of the bot. Source: contract 60 section 7.7. */
const sentences = {
  en: {
    trouble: 'I am having trouble answering; a colleague takes over from here.',
    fallback: 'Sorry, I did not understand that. Could you put it differently?',
  },
  it: {
    trouble: 'Non riesco a rispondere: ti passo un collega.',
    fallback: 'Mi dispiace, non ho capito. Puoi dirlo in un altro modo?',
  },
  fr: {
    trouble: 'Je n’arrive pas à répondre\u00a0; je vous passe un collègue.',
    fallback: 'Désolé, je n’ai pas compris. Pouvez-vous le dire autrement\u00a0?',
  },
  es: {
    trouble: 'Tengo problemas para responder; le paso con un compañero.',
    fallback: 'Lo siento, no lo he entendido. ¿Puede decirlo de otra manera?',
  },
  de: {
    trouble: 'Ich kann gerade nicht antworten; ein Kollege übernimmt.',
    fallback: 'Das habe ich leider nicht verstanden. Können Sie es anders sagen?',
  },
  pt: {
    trouble: 'Não consigo responder; passo a conversa a um colega.',
    fallback: 'Desculpe, não entendi. Pode dizer de outra forma?',
  },
} as const;

type Sentence = keyof (typeof sentences)['en'];

/** The sentence in the first supported language, else in English. */
export function sentence(which: Sentence, ...languages: (string | undefined)[]): string {
  for (const language of languages) {
    const known = language?.slice(0, 2).toLowerCase() as keyof typeof sentences | undefined;
    if (known !== undefined && Object.hasOwn(sentences, known)) return sentences[known][which];
  }
  return sentences.en[which];
}
