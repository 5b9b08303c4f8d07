// The links of mails end in `#/word/value/…`: each word has a template, whose forms make one call of the API.
const task = document.getElementById('task');
const welcome = document.getElementById('welcome');

addEventListener('hashchange', show);
show();
signInWithCode();

function show() {
  const values = location.hash.split('/').slice(1).map(decoded);
  const template = document.querySelector(`template#${CSS.escape(values[0] || '-')}`);
  welcome.hidden = Boolean(template);
  task.hidden = !template;
  if (!template) return;
  task.replaceChildren(template.content.cloneNode(true));
  for (const place of task.querySelectorAll('[data-value]')) {
    const value = values[place.dataset.value];
    if (value) place[place instanceof HTMLInputElement ? 'value' : 'textContent'] = value;
  }
  for (const form of task.querySelectorAll('form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submit(form, values);
    });
}

/** The link that a start on a developer's machine prints ends in `#code=…`. */
async function signInWithCode() {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (!code) return;
  // A code that signs in must not stay in the history.
  history.replaceState(undefined, '', location.pathname);
  welcome.before(
    await call('POST /v3/auth/session', [], { code }).then(
      ({ user }) => paragraph('status', `You are signed in as ${user.firstname} ${user.lastname}.`),
      (error) => paragraph('alert', error.message),
    ),
  );
}

async function submit(form, values) {
  const button = form.querySelector('button');
  button.disabled = true;
  form.querySelector('[role]')?.remove();
  try {
    const { token } = await call(form.dataset.call, values, Object.fromEntries(new FormData(form)));
    if (form.dataset.then) await call(form.dataset.then, values, {}, token);
    // What the link held is used up, and is not to stay in the history.
    history.replaceState(undefined, '', '/');
    task.replaceChildren(task.querySelector('h2'), paragraph('status', form.dataset.done));
  } catch (error) {
    form.append(paragraph('alert', error.message));
    button.disabled = false;
  }
}

/** @param endpoint its method and path, `:1` for the first value of the link */
async function call(endpoint, values, body, token) {
  const [method, path] = endpoint.split(' ');
  const response = await fetch(
    path.replace(/:(\d)/g, (_, place) => encodeURIComponent(values[place] ?? '')),
    {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    },
  ).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok) return answer;
  const faults = answer?.errors?.map(({ param, msg }) => `${param}: ${msg}`).join('. ');
  throw new Error(faults || answer?.msg || 'Parley does not answer; try again shortly.');
}

function paragraph(role, text) {
  const element = document.createElement('p');
  element.setAttribute('role', role);
  if (role === 'alert') element.className = 'problem';
  element.textContent = text;
  return element;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
