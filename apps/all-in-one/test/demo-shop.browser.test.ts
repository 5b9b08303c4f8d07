import { describeWithProgram } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';

const budgetBytes = 40_000;

describeWithProgram('chromium', 'the demo shop', () => {
  let app: ConsoleBrowser;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => app);

  async function visit(path = '/demo') {
    const page = await (await app.newContext()).newPage();
    await page.goto(app.origin + path);
    await page.locator('parley-widget .launcher').waitFor();
    return page;
  }

  it('is small, from its own origin alone, and has no fault that axe finds, with its drawer open or shut', async () => {
    const page = await (await app.newContext()).newPage();
    const bytes: number[] = [];
    page.on('response', (response) => {
      if (/\/demo(\/|$)/.test(new URL(response.url()).pathname))
        bytes.push(Number(response.headers()['content-length'] ?? 0));
    });
    await page.goto(`${app.origin}/demo`);
    await page.locator('parley-widget .launcher').waitFor();
    expect(bytes.length).toBeGreaterThan(10);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(budgetBytes);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try the widget' }).click();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 60_000);

  it('shows its pictures, counts what is in the cart and what it costs', async () => {
    const page = await visit();
    await page.locator('.products img').last().scrollIntoViewIfNeeded();
    expect(
      await page
        .locator('main img')
        .evaluateAll((all) => all.filter((one) => !Reflect.get(one, 'naturalWidth')).length),
    ).toBe(0);
    const buy = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('button').click();
    await buy('Notebook, ruled');
    await buy('Notebook, ruled');
    await buy('Fountain pen');
    await page.getByRole('button', { name: 'Cart 3' }).click();
    const cart = page.getByRole('dialog', { name: 'Cart' });
    expect(await cart.getByRole('listitem').allTextContents()).toEqual([
      '2 × Notebook, ruled€19.00',
      '1 × Fountain pen€24.00',
    ]);
    await cart.getByText('€43.00').waitFor();
    await cart.getByRole('button', { name: 'Continue shopping' }).click();
    await cart.waitFor({ state: 'hidden' });
  });

  it.each([
    ['en', 'Add to cart', '€9.50'],
    ['de', 'In den Warenkorb', '9,50\u00a0€'],
    ['fr', 'Ajouter au panier', '9,50\u00a0€'],
    ['it', 'Aggiungi al carrello', '9,50\u00a0€'],
    ['es', 'Añadir al carrito', '9,50\u00a0€'],
    ['pt', 'Adicionar ao carrinho', '€\u00a09,50'],
  ])('speaks %s', async (language, buy, price) => {
    const page = await visit(`/demo?lang=${language}`);
    const first = page.locator('.products li').first();
    await first.getByRole('button', { name: buy }).waitFor();
    expect(await first.locator('.price').textContent()).toBe(price);
    expect(await page.locator('[data-text]:empty').count()).toBe(0);
    // As the widget does, it follows the choice.
    await page.locator('#try').click();
    await page.locator('#language').selectOption('en');
    await first.getByRole('button', { name: 'Add to cart' }).waitFor();
  });

  it('keeps the drawer on the side that the widget leaves free, and open on the next page', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Try the widget' }).click();
    const drawer = page.getByRole('complementary', { name: 'Try the widget' });
    expect((await drawer.boundingBox())?.x).toBe(0);
    await page.getByLabel('Position').selectOption('left');
    expect((await drawer.boundingBox())?.x).toBeGreaterThan(900);
    await page.reload();
    await drawer.waitFor();
    await drawer.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.id')).toBe('try');
  });

  it('lists in its drawer the calls of the webhook as they come, and tries it out from the settings', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Try the widget' }).click();
    const calls = page.locator('#calls li');
    await page.getByText('None yet.').waitFor();
    const ada = await app.customer('ada');
    const { body } = await ada.call('POST', `/${app.projectId}/requests`, { first_text: 'Hello' });
    await calls.filter({ hasText: `request.assigned #${body.ticket_id}, ` }).waitFor();
    const settings = await app.open('ada', 'settings/webhooks');
    await settings.getByRole('link', { name: 'request.assigned' }).click();
    await settings.getByRole('button', { name: 'Send test call' }).click();
    await calls.filter({ hasText: /^parley\.test, / }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 60_000);

  it('asks in the widget what a visitor chooses', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Which ink fits the pen?' }).click();
    await page.locator('parley-widget').getByRole('dialog').waitFor();
  });
});
