import type { Dialogues } from './dialogue.ts';

export const es: Dialogues = {
  parcel: [
    'v: Mi paquete no ha llegado. Es el pedido {order}.|¿Dónde está el pedido {order}? Tenía que llegar el lunes.|El seguimiento del pedido {order} lleva tres días parado.',
    'a: Siento la espera. Voy a preguntar al transportista.|Hola, lo compruebo ahora mismo.',
    'a: Está en el almacén y llega mañana antes del mediodía.|El repartidor no encontró el timbre y vuelve mañana.',
    'v: Gracias, estaré en casa.|¡Perfecto, muchas gracias!',
  ],
  invoice: [
    'v: La factura del pedido {order} está a nombre de otra empresa.|Necesito una factura con nuestro NIF para el pedido {order}.',
    'a: La corrijo con gusto. ¿Qué debe poner?',
    'v: {company}, por favor.',
    'a: Listo: la nueva factura está en su correo.',
    'v: Recibida, gracias.',
  ],
  damaged: [
    'v: Un artículo ha llegado dañado: {product}.|Un artículo del pedido {order} está roto: {product}.',
    'a: Lo siento mucho. ¿Qué se ha dañado exactamente?',
    'v: La tapa está rasgada y una esquina, doblada.|Tuvo que pasar en el camino, la caja venía aplastada.',
    'a: Gracias. Hoy sale uno nuevo, puede quedarse con el otro.',
    'v: Qué fácil. ¡Gracias!',
  ],
  wholesale: [
    'v: ¿Cuánto cuestan 200 cuadernos con nuestro logo?|¿Tienen precios para empresas? Necesitamos 80 cuadernos.',
    'a: Sí. ¿Un color o dos, y para cuándo?',
    'v: Dos colores, para finales del mes que viene.',
    'a: El presupuesto está en su correo: 7,20 € por unidad a partir de 100.',
    'v: Gracias, lo hablo con mis compañeros.',
  ],
  product: [
    'v: ¿Este artículo vuelve en azul: {product}?|¿Qué tinta sirve para la pluma?|¿El papel sirve para acuarela ({product})?',
    'a: Buena pregunta, la paso al taller.',
    'a: Sí, y el azul vuelve la semana que viene.|Sí. Yo elegiría el papel más grueso, de 160 g.',
    'v: Perfecto, lo pido.',
  ],
  giftWrap: [
    'v: ¿Envuelven para regalo?|¿Pueden añadir una tarjeta al pedido {order}?',
    'a: Sí, por 3 €. Marque la casilla en el carrito y escriba el texto debajo.',
    'v: Qué bien, gracias.',
  ],
  address: [
    'v: ¿Puedo cambiar la dirección del pedido {order}?|Me equivoqué de calle en el pedido {order}.',
    'a: Aún no ha salido, así que sí. ¿Cuál es la correcta?',
    'v: Número 24 en vez de 42, lo demás está bien.',
    'a: Ya está cambiada. La confirmación va de camino.',
    'v: Qué rapidez, ¡gracias!',
  ],
  discount: [
    'v: No aceptan su código de descuento.|SPRING10 no funciona con este artículo: {product}.',
    'a: Ese código es solo para cuadernos. Este sí funciona: PAPER10.',
    'v: Funciona, ¡gracias!',
  ],
  botHours: ['v: ¿Abren los sábados?|¿Cuándo abren?', 'b: Todos los días de 8 a 22.', 'v: Gracias', 'b: ¡De nada!'],
  botOrder: [
    'v: ¿Dónde está mi pedido?',
    'b: ¿Cuál es el número de su pedido? Está en la confirmación.',
    'v: {order}',
    'b: Gracias. El pedido {order} ha salido del almacén y llega en dos días.',
    'v: Genial',
  ],
  handoff: [
    'b: Lo siento, no tengo respuesta. ¿Pregunto a un compañero?',
    'v: Sí, quiero hablar con una persona',
    'b: Un momento, aviso a un compañero.',
  ],
  comments: [
    ['Rápidos y amables.', 'Resuelto en minutos.', 'La mejor atención.'],
    ['Resuelto, pero a la segunda.', 'Amables, algo lentos.'],
    ['Esperé demasiado.', 'Mi pregunta sigue sin respuesta.'],
  ],
  products: ['cuaderno', 'pluma estilográfica', 'bloc de dibujo', 'calendario de mesa', 'frasco de tinta'],
};
