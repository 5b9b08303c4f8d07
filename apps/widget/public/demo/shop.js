// The shop around the widget: it uses the commands and events that any page may use.
const parley = (...command) => globalThis.parley(...command);
globalThis.parley ??= (...command) => {
  globalThis.parley.q = [...(globalThis.parley.q ?? []), command];
};
const byId = (id) => document.getElementById(id);

/** The shop's own words, in the language of the page; Arabic is there for the widget alone. */
const text = (key) => (shopTexts[document.documentElement.lang] ?? shopTexts.en)[key] ?? shopTexts.en[key];
const priceOf = (value) => {
  const { lang } = document.documentElement;
  const locale = lang in shopTexts ? lang : 'en';
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(value);
};

byId('chat').addEventListener('click', () => parley('start', { text: text('about') }));
for (const question of document.querySelectorAll('.question'))
  question.addEventListener('click', () => parley('start', { text: question.textContent }));

let nextLook;
// The drawer stays as it is while a visitor walks through the shop.
function setDrawer(open) {
  byId('drawer').hidden = !open;
  byId('try').setAttribute('aria-expanded', String(open));
  sessionStorage.setItem('shop:drawer', open ? 'open' : '');
  if (open) void showCalls();
}
setDrawer(sessionStorage.getItem('shop:drawer') === 'open');
byId('try').addEventListener('click', () => setDrawer(byId('drawer').hidden));
byId('drawer-close').addEventListener('click', () => {
  setDrawer(false);
  byId('try').focus();
});
byId('drawer').addEventListener('keydown', ({ key }) => key === 'Escape' && byId('drawer-close').click());

byId('colours').addEventListener('change', ({ target }) => {
  document.documentElement.style.colorScheme = target.value === 'auto' ? '' : target.value;
  parley('set', { colorScheme: target.value });
});
byId('side').addEventListener('change', ({ target }) => {
  document.documentElement.dataset.widgetSide = target.value;
  parley('set', { align: target.value });
});
byId('hostile').addEventListener('change', ({ target }) =>
  document.documentElement.classList.toggle('hostile', target.checked),
);

// Who is signed in to the shop is known to the widget on every page. The shop's server vouches for them; the secret never comes here.
const customerToken = async () => {
  const answer = await fetch('/demo/customer');
  if (!answer.ok) throw new Error('This demo project was created by an earlier version.');
  return answer.text();
};
const isSignedIn = () => localStorage.getItem('shop:customer') !== null;
byId('customer').checked = isSignedIn();
if (isSignedIn()) parley('identify', customerToken);
byId('customer').addEventListener('change', ({ target }) => {
  if (target.checked) {
    localStorage.setItem('shop:customer', 'customer-1001');
    parley('identify', customerToken);
  } else {
    localStorage.removeItem('shop:customer');
    parley('logout');
  }
});

// The widget begins in the language of the page, and follows it by a command. Its direction is that of its language, whatever the page's is.
function setLanguage(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text(element.dataset.text);
  for (const price of document.querySelectorAll('.products .price')) price.textContent = priceOf(price.value);
  showCart();
}
byId('language').addEventListener('change', ({ target }) => {
  setLanguage(target.value);
  parley('set', { lang: target.value });
});
byId('direction').addEventListener('change', ({ target }) => {
  document.documentElement.dir = target.value;
});

/** What the webhook of the project has sent to the shop's server, as long as the drawer is open. */
async function showCalls() {
  const answer = await fetch('/demo/webhooks').catch(() => undefined);
  if (answer?.ok) {
    const calls = await answer.json();
    byId('webhooks').hidden = false;
    byId('no-calls').hidden = calls.length > 0;
    byId('calls').replaceChildren(
      ...calls.map(({ event, ticket, at }) => {
        const line = document.createElement('li');
        const time = new Date(at).toLocaleTimeString(document.documentElement.lang);
        line.textContent = `${event}${ticket ? ` #${ticket}` : ''}, ${time}`;
        return line;
      }),
    );
  }
  clearTimeout(nextLook);
  // A demo that was made by an earlier version has no such webhook.
  if (answer?.status !== 404 && !byId('drawer').hidden) nextLook = setTimeout(showCalls, 2000);
}

/** Products of the page, with how many of each are in the cart. */
const cart = new Map();
for (const button of document.querySelectorAll('.buy'))
  button.addEventListener('click', () => {
    const product = button.closest('li');
    cart.set(product, (cart.get(product) ?? 0) + 1);
    showCart();
  });
byId('basket').addEventListener('click', () => byId('cart-dialog').showModal());

function showCart() {
  const lines = [...cart].map(([product, count]) => {
    const price = count * Number(product.querySelector('.price').value);
    const line = document.createElement('li');
    const [name, cost] = [document.createElement('span'), document.createElement('span')];
    name.textContent = `${count} × ${product.querySelector('h3').textContent}`;
    cost.textContent = priceOf(price);
    line.append(name, cost);
    return { line, count, price };
  });
  const sum = (member) => lines.reduce((all, one) => all + one[member], 0);
  byId('cart').textContent = sum('count');
  byId('cart-lines').replaceChildren(...lines.map(({ line }) => line));
  byId('cart-total').textContent = priceOf(sum('price'));
  byId('cart-empty').hidden = lines.length > 0;
}

const language = new URLSearchParams(location.search).get('lang') ?? 'en';
byId('language').value = language;
setLanguage(language);

for (const name of [
  'ready',
  'open',
  'close',
  'started',
  'identified',
  'loggedout',
  'unread',
  'message',
  'closed',
  'rated',
  'error',
])
  addEventListener(`parley:${name}`, ({ detail }) => {
    const line = document.createElement('li');
    line.textContent = detail ? `${name} ${JSON.stringify(detail)}` : name;
    byId('events').append(line);
  });
