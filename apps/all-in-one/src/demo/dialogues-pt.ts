import type { Dialogues } from './dialogue.ts';

export const pt: Dialogues = {
  parcel: [
    'v: A minha encomenda não chegou. É o pedido {order}.|Onde está o pedido {order}? Devia ter chegado na segunda-feira.|O rastreio do pedido {order} está parado há três dias.',
    'a: Lamento a demora. Vou perguntar à transportadora.|Olá, vou verificar já.',
    'a: Está no depósito e chega amanhã antes do meio-dia.|O estafeta não encontrou a campainha e volta amanhã.',
    'v: Obrigado, vou estar em casa.|Perfeito, muito obrigado!',
  ],
  invoice: [
    'v: A fatura do pedido {order} tem a empresa errada.|Preciso de uma fatura com o nosso NIF para o pedido {order}.',
    'a: Posso corrigi-la. O que deve constar?',
    'v: {company}, por favor.',
    'a: Está feito: a nova fatura está no seu e-mail.',
    'v: Recebida, obrigado.',
  ],
  damaged: [
    'v: Um artigo chegou danificado: {product}.|Um artigo do pedido {order} está partido: {product}.',
    'a: Lamento muito. O que está danificado ao certo?',
    'v: A capa está rasgada e um canto dobrado.|Deve ter sido no transporte, a caixa vinha amassada.',
    'a: Obrigado. Hoje segue um novo, pode ficar com o outro.',
    'v: Foi simples. Obrigado!',
  ],
  wholesale: [
    'v: Quanto custam 200 cadernos com o nosso logótipo?|Têm preços para empresas? Precisamos de 80 cadernos.',
    'a: Temos. Uma cor ou duas, e para quando?',
    'v: Duas cores, até ao fim do próximo mês.',
    'a: O orçamento está no seu e-mail: 7,20 € cada a partir de 100.',
    'v: Obrigado, vou falar com os colegas.',
  ],
  product: [
    'v: Este artigo volta a haver em azul: {product}?|Que tinta serve para a caneta de tinta permanente?|O papel serve para aguarela ({product})?',
    'a: Boa pergunta, vou perguntar na oficina.',
    'a: Sim, e o azul volta na próxima semana.|Sim. Eu escolhia o papel mais espesso, de 160 g.',
    'v: Perfeito, vou encomendar.',
  ],
  giftWrap: [
    'v: Fazem embrulho para oferta?|Podem juntar um cartão ao pedido {order}?',
    'a: Fazemos, por 3 €. Assinale a opção no carrinho e escreva o texto por baixo.',
    'v: Que bom, obrigado.',
  ],
  address: [
    'v: Posso mudar a morada do pedido {order}?|Enganei-me na rua no pedido {order}.',
    'a: Ainda não saiu, por isso sim. Qual é a morada certa?',
    'v: Número 24 em vez de 42, o resto está certo.',
    'a: Já mudei. A confirmação vai a caminho.',
    'v: Foi rápido, obrigado!',
  ],
  discount: [
    'v: O vosso código de desconto não é aceite.|SPRING10 não funciona com este artigo: {product}.',
    'a: O código é só para cadernos. Este funciona: PAPER10.',
    'v: Funciona, obrigado!',
  ],
  botHours: [
    'v: Estão abertos ao sábado?|Qual é o vosso horário?',
    'b: Todos os dias das 8 às 22.',
    'v: Obrigado',
    'b: De nada!',
  ],
  botOrder: [
    'v: Onde está a minha encomenda?',
    'b: Qual é o número do pedido? Está na confirmação.',
    'v: {order}',
    'b: Obrigado. O pedido {order} saiu do nosso armazém e chega dentro de dois dias.',
    'v: Ótimo',
  ],
  handoff: [
    'b: Lamento, não tenho resposta para isso. Pergunto a um colega?',
    'v: Sim, quero falar com uma pessoa',
    'b: Um momento, vou chamar um colega.',
  ],
  comments: [
    ['Rápidos e simpáticos.', 'Resolvido em minutos.', 'O melhor apoio.'],
    ['Resolvido, mas à segunda.', 'Simpáticos, um pouco lentos.'],
    ['Esperei demasiado.', 'A minha pergunta ficou sem resposta.'],
  ],
  products: ['caderno', 'caneta de tinta permanente', 'bloco de desenho', 'calendário de mesa', 'frasco de tinta'],
};
