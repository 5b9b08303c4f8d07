import type { Dialogues } from './dialogue.ts';

export const fr: Dialogues = {
  parcel: [
    'v: Mon colis n’est pas arrivé. C’est la commande {order}.|Où en est la commande {order} ? Elle devait arriver lundi.|Le suivi de la commande {order} n’a pas bougé depuis trois jours.',
    'a: Je suis désolé pour l’attente. Je demande au transporteur.|Bonjour, je me renseigne tout de suite.',
    'a: Il est au dépôt et sera livré demain avant midi.|Le livreur n’a pas trouvé la sonnette, il repassera demain.',
    'v: Merci, je serai à la maison.|Parfait, merci beaucoup !',
  ],
  invoice: [
    'v: La facture de la commande {order} n’est pas au nom de la bonne société.|Il me faut une facture avec notre numéro de TVA pour la commande {order}.',
    'a: Je peux la corriger. Que doit-elle indiquer ?',
    'v: {company}, s’il vous plaît.',
    'a: C’est fait : la nouvelle facture est dans votre messagerie.',
    'v: Bien reçue, merci.',
  ],
  damaged: [
    'v: Un article est arrivé abîmé : {product}.|Un article de la commande {order} est cassé : {product}.',
    'a: J’en suis désolé. Qu’est-ce qui est abîmé exactement ?',
    'v: La couverture est déchirée et un coin est plié.|Cela a dû arriver pendant le transport, le carton était écrasé.',
    'a: Merci. Un nouvel exemplaire part aujourd’hui, vous pouvez garder l’autre.',
    'v: C’était simple. Merci !',
  ],
  wholesale: [
    'v: Combien coûtent 200 carnets avec notre logo ?|Avez-vous des prix pour les entreprises ? Il nous faut 80 carnets.',
    'a: Oui. Une couleur ou deux, et pour quand ?',
    'v: Deux couleurs, pour la fin du mois prochain.',
    'a: Le devis est dans votre messagerie : 7,20 € pièce à partir de 100.',
    'v: Merci, j’en parle à mes collègues.',
  ],
  product: [
    'v: Cet article revient-il en bleu : {product} ?|Quelle encre va avec le stylo plume ?|Le papier convient-il à l’aquarelle ({product}) ?',
    'a: Bonne question, je demande à l’atelier.',
    'a: Oui, et le bleu revient la semaine prochaine.|Oui. Je prendrais le papier le plus épais, 160 g.',
    'v: Parfait, je le commande.',
  ],
  giftWrap: [
    'v: Faites-vous des paquets cadeaux ?|Pouvez-vous joindre une carte à la commande {order} ?',
    'a: Oui, pour 3 €. Cochez la case dans le panier et écrivez votre texte en dessous.',
    'v: Très bien, merci.',
  ],
  address: [
    'v: Puis-je changer l’adresse de la commande {order} ?|Je me suis trompée de rue dans la commande {order}.',
    'a: Elle n’est pas encore partie, donc oui. Quelle est la bonne adresse ?',
    'v: Le 24 au lieu du 42, le reste est juste.',
    'a: C’est corrigé. La confirmation est en route.',
    'v: C’était rapide, merci !',
  ],
  discount: [
    'v: Votre code de réduction est refusé.|SPRING10 ne marche pas pour cet article : {product}.',
    'a: Ce code ne vaut que pour les carnets. Celui-ci marchera : PAPER10.',
    'v: Ça marche, merci !',
  ],
  botHours: [
    'v: Êtes-vous ouverts le samedi ?|Quels sont vos horaires ?',
    'b: Tous les jours de 8 h à 22 h.',
    'v: Merci',
    'b: Avec plaisir !',
  ],
  botOrder: [
    'v: Où est ma commande ?',
    'b: Quel est le numéro de la commande ? Il figure dans la confirmation.',
    'v: {order}',
    'b: Merci. La commande {order} a quitté notre entrepôt et arrive d’ici deux jours.',
    'v: Super',
  ],
  handoff: [
    'b: Je n’ai malheureusement pas de réponse. Dois-je demander à un collègue ?',
    'v: Oui, je voudrais parler à quelqu’un',
    'b: Un instant, je fais appel à un collègue.',
  ],
  comments: [
    ['Rapide et aimable.', 'Réglé en quelques minutes.', 'Un service parfait.'],
    ['Réglé, mais au deuxième essai.', 'Aimable, un peu lent.'],
    ['J’ai attendu trop longtemps.', 'Ma question reste ouverte.'],
  ],
  products: ['carnet', 'stylo plume', 'carnet de croquis', 'calendrier de bureau', 'flacon d’encre'],
};
