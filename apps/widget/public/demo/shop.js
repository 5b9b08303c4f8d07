// The shop around the widget: it uses the commands and events that any page may use.
const parley = (...command) => globalThis.parley(...command);
globalThis.parley ??= (...command) => {
  globalThis.parley.q = [...(globalThis.parley.q ?? []), command];
};
const byId = (id) => document.getElementById(id);

byId('chat').addEventListener('click', () => parley('start', { text: 'I have a question about ' }));
byId('colours').addEventListener('change', ({ target }) => {
  document.documentElement.style.colorScheme = target.value === 'auto' ? '' : target.value;
  parley('set', { colorScheme: target.value });
});
byId('side').addEventListener('change', ({ target }) => parley('set', { align: target.value }));
byId('hostile').addEventListener('change', ({ target }) =>
  document.documentElement.classList.toggle('hostile', target.checked),
);

// Who is signed in to the shop is known to the widget on every page. The shop's server vouches for them; the secret never comes here.
const customerToken = async () => {
  const answer = await fetch('/demo/customer');
  if (!answer.ok) throw new Error('This demo project was made by an earlier version.');
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
const language = new URLSearchParams(location.search).get('lang') ?? 'en';
document.documentElement.lang = language;
byId('language').value = language;
byId('language').addEventListener('change', ({ target }) => {
  document.documentElement.lang = target.value;
  parley('set', { lang: target.value });
});
byId('direction').addEventListener('change', ({ target }) => {
  document.documentElement.dir = target.value;
});

for (const button of document.querySelectorAll('.buy'))
  button.addEventListener('click', () => {
    byId('cart').value = Number(byId('cart').value) + 1;
  });

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
