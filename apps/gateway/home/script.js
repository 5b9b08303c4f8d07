// The link that a start on a developer's machine prints ends in `#code=…`.
const code = /^#code=(.+)$/.exec(location.hash)?.[1];
if (code) {
  // What signs a person in is not to stay in the history.
  history.replaceState(undefined, '', location.pathname);
  document.querySelector('main').prepend(await signIn(code));
}

/** @returns what to say of it */
async function signIn(code) {
  const response = await fetch('/v3/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok)
    return paragraph('status', `You are signed in as ${answer.user.firstname} ${answer.user.lastname}.`);
  return paragraph('alert', answer?.msg ?? 'Parley does not answer; try again shortly.');
}

function paragraph(role, text) {
  const element = document.createElement('p');
  element.setAttribute('role', role);
  if (role === 'alert') element.className = 'problem';
  element.textContent = text;
  return element;
}
