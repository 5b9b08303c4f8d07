// Shows the HTML of one mail, which the page around it hands over. The policy of this document lets nothing of the mail run.
addEventListener('message', ({ data, source }) => {
  if (source !== parent || typeof data !== 'string') return;
  document.body.innerHTML = data;
  new ResizeObserver(tellHeight).observe(document.body);
});

function tellHeight() {
  parent.postMessage(document.body.scrollHeight + 24, '*');
}

parent.postMessage('ready', '*');
