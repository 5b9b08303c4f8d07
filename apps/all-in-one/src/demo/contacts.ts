import { type Language, languages } from './dialogue.ts';
import { Random } from './random.ts';

/** A customer of the shop, as `POST leads/multi` takes it. */
export interface DemoContact {
  lead_id: string;
  fullname: string;
  email: string;
  phone?: string;
  company?: string;
  city: string;
  country: string;
  streetAddress?: string;
  zipcode?: string;
  note?: string;
  tags: string[];
  properties: { club: 'none' | 'silver' | 'gold'; orders: number; newsletter: boolean; language: Language };
}

interface Region {
  firstNames: string;
  lastNames: string;
  /** `city, country, postal code`. */
  places: readonly string[];
  streets: string;
  companies: readonly string[];
  /** Numbers that are set aside for fiction where a country has such, with `#` for the digits that differ. */
  phone: string;
}

// Names of the open conversations (`open-conversations.ts`) are not among them: who looks for one finds one.
const regions: Readonly<Record<Language, Region>> = {
  en: {
    firstNames: 'Amelia Oliver Isla Harry Grace Jack Freya Arthur Ruby Leo Ivy Theo Nora Finn Maeve Callum Erin Rhys',
    lastNames:
      'Walker Hughes Bennett Clarke Doyle Foster Gallagher Harding Kerr Lambert Murphy Nolan Pryce Quinn Reid Shaw Turner Wells',
    places: ['London, United Kingdom, SE1 7PB', 'Leeds, United Kingdom, LS1 4AP', 'Dublin, Ireland, D02 X285'],
    streets: 'Mill Lane|Station Road|Church Street|Park Row',
    companies: ['Harbour Books', 'Northlight Studio', 'Fern & Fable', 'Quayside Architects', 'Little Oak School'],
    phone: '+44 7700 900###',
  },
  de: {
    firstNames:
      'Anna Jakob Clara Felix Greta Moritz Ida Anton Marlene Ben Frieda Konrad Johanna Theo Lotte Oskar Hanna Till',
    lastNames:
      'Bauer Brandt Fuchs Graf Hartmann Keller Krüger Lange Maurer Neumann Peters Richter Schäfer Seidel Vogt Winkler Ziegler Zimmer',
    places: ['Berlin, Germany, 10115', 'Hamburg, Germany, 20095', 'Wien, Austria, 1010', 'Zürich, Switzerland, 8001'],
    streets: 'Gartenstraße|Lindenweg|Marktplatz|Hafenstraße',
    companies: ['Buchladen am Kanal', 'Atelier Nordstern', 'Kita Kastanie', 'Planwerk Architekten', 'Tintenfass GmbH'],
    phone: '+49 30 23125 ###',
  },
  fr: {
    firstNames:
      'Camille Louis Manon Hugo Chloé Jules Léa Arthur Inès Gabriel Zoé Nathan Jade Raphaël Élise Baptiste Margaux Simon',
    lastNames:
      'Blanchard Carpentier Dumas Fontaine Garnier Girard Lacroix Lefebvre Leroy Marchand Mercier Morel Perrin Renaud Roussel Simonet Tessier Vasseur',
    places: ['Paris, France, 75011', 'Lyon, France, 69002', 'Bruxelles, Belgium, 1000'],
    streets: 'rue des Lilas|rue du Moulin|avenue de la Gare|quai Nord',
    companies: ['Librairie du Coin', 'Studio Papier', 'École des Tilleuls', 'Atelier Bleu', 'Maison Garance'],
    phone: '+33 1 99 00 ## ##',
  },
  it: {
    firstNames:
      'Giulia Marco Chiara Luca Martina Andrea Elena Matteo Alice Davide Francesca Simone Bianca Pietro Serena Nicolò Ilaria Tommaso',
    lastNames:
      'Barbieri Bianchi Caruso Conti Costa Esposito Ferri Gallo Greco Leone Lombardi Mancini Marini Moretti Ricci Rinaldi Santoro Villa',
    places: ['Milano, Italy, 20121', 'Torino, Italy, 10121', 'Bologna, Italy, 40121'],
    streets: 'Via dei Tigli|Via Roma|Corso Nuovo|Piazza Grande',
    companies: ['Libreria Aurora', 'Studio Lume', 'Bottega Carta', 'Scuola Girasole', 'Rinaldi Architetti'],
    phone: '+39 06 5550 ###',
  },
  es: {
    firstNames:
      'Lucía Hugo Carmen Mateo Alba Diego Irene Álvaro Marta Javier Elena Adrián Nuria Sergio Laura Iván Blanca Rubén',
    lastNames:
      'Aguilar Blanco Campos Castro Delgado Fuentes Gil Herrera Iglesias León Marín Molina Navarro Ortega Prieto Ramos Soto Vidal',
    places: ['Madrid, Spain, 28004', 'Valencia, Spain, 46001', 'Sevilla, Spain, 41001'],
    streets: 'Calle Mayor|Calle del Sol|Avenida del Puerto|Plaza Nueva',
    companies: ['Librería Luna', 'Estudio Norte', 'Colegio Olivo', 'Papel y Tinta SL', 'Molina Diseño'],
    phone: '+34 955 550 ###',
  },
  pt: {
    firstNames:
      'Beatriz Tiago Mariana Duarte Leonor Gonçalo Rita Miguel Carolina Rui Joana Vasco Matilde Nuno Catarina Diogo Teresa Afonso',
    lastNames:
      'Almeida Barros Cardoso Correia Duarte Fonseca Freitas Lopes Machado Marques Moreira Neves Pinto Ramalho Santos Serra Teixeira Vaz',
    places: ['Lisboa, Portugal, 1100-048', 'Porto, Portugal, 4000-098', 'Coimbra, Portugal, 3000-150'],
    streets: 'Rua das Flores|Rua do Carmo|Avenida Nova|Largo da Fonte',
    companies: ['Livraria Maré', 'Ateliê Azul', 'Escola do Rio', 'Papelaria Central', 'Serra Arquitetos'],
    phone: '+351 21 555 0###',
  },
};

const notes = [
  'Prefers to be written to, not called.',
  'Orders for the whole office at the beginning of each quarter.',
  'Collects limited editions: tell them about new ones.',
  'Invoices go to the accounting department.',
];
const perLanguage = 25;

/** Customers of the shop: as many in each language, with the details that a shop comes to know. */
export function demoContacts(): DemoContact[] {
  const random = new Random(1001);
  const taken = new Set<string>();
  return languages.flatMap((language, at) =>
    Array.from({ length: perLanguage }, (_, index) => {
      const number = 2001 + at * perLanguage + index;
      return contactOf(language, `customer-${number}`, nameOf(regions[language], random, taken), random);
    }),
  );
}

function nameOf({ firstNames, lastNames }: Region, random: Random, taken: Set<string>): string {
  const name = `${random.of(firstNames.split(' '))} ${random.of(lastNames.split(' '))}`;
  if (taken.has(name)) return nameOf({ firstNames, lastNames } as Region, random, taken);
  taken.add(name);
  return name;
}

function contactOf(language: Language, lead_id: string, fullname: string, random: Random): DemoContact {
  const region = regions[language];
  const [city = '', country = '', zipcode = ''] = random.of(region.places).split(', ');
  const company = random.chance(0.4) ? random.of(region.companies) : undefined;
  const orders = Math.min(60, Math.round(random.logNormal(company ? 9 : 3, 0.9)));
  const club = orders >= 12 ? 'gold' : orders >= 5 ? 'silver' : 'none';
  const newsletter = random.chance(0.45);
  return {
    ...{ lead_id, fullname, email: `${mailName(fullname)}@customer.example` },
    ...(random.chance(0.8) && { phone: region.phone.replaceAll('#', () => String(random.between(0, 9))) }),
    ...(company && { company }),
    ...{ city, country },
    ...(random.chance(0.7) && {
      streetAddress: addressOf(random.of(region.streets.split('|')), random.between(1, 98), language),
      zipcode,
    }),
    ...(random.chance(0.12) && { note: random.of(notes) }),
    tags: [...(company && orders >= 10 ? ['wholesale'] : []), ...(club === 'gold' ? ['vip'] : [])],
    properties: { club, orders, newsletter, language },
  };
}

/** `Zoé Lefebvre` writes from `zoe.lefebvre@…`. */
function mailName(fullname: string): string {
  return fullname.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
}

function addressOf(street: string, number: number, language: Language): string {
  return language === 'en' || language === 'fr' ? `${number} ${street}` : `${street} ${number}`;
}
