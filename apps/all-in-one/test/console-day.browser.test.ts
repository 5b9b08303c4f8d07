import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { axeFaults } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'a day in the inbox', () => {
  const team = ConsoleTeam.ofTests();

  const request = async (id: string) => (await team.call('GET', `/requests/${id}`)).body;
  const isOpen = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).first().waitFor();

  /** Into the field of a dialog that has just come. */
  async function typed(page: Page, words: string) {
    await page.getByRole('combobox').waitFor();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox'),
    );
    await page.keyboard.type(words);
  }

  it('goes through a day without a pointer: open, read, reply, note, tag, assign, close, next', async () => {
    const vera = await team.visitor('Vera', 'Where is my parcel?');
    const paul = await team.visitor('Paul', 'Can I change my address?');
    await team.call('POST', '/canned', { title: 'Arrival', text: 'It arrives today.' });
    const { body: returns } = await team.call('POST', '/departments', { name: 'Returns', routing: 'pooled' });
    const page = await team.open('inbox/all');
    await page.getByRole('row', { name: /Paul/ }).waitFor();
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

    await press('j');
    await isOpen(page, 'Paul');
    await press('j');
    await isOpen(page, 'Vera');
    await press('k');
    await isOpen(page, 'Paul');
    await press('j');
    await isOpen(page, 'Vera');
    await press('m');
    await eventually(async () => expect((await request(vera.requestId)).participants).toEqual([team.ada.id]));

    await press('r');
    await page.keyboard.type('/arriv');
    await page.getByRole('option', { name: /Arrival/ }).waitFor();
    await press('Enter', 'End');
    await page.keyboard.type(' ?ejk');
    await press('Enter');
    await eventually(async () => expect(await vera.texts()).toContain('It arrives today. ?ejk'));
    await press('Escape', 'n');
    await page.keyboard.type('Called the carrier');
    await press('Control+Enter');
    await eventually(async () => expect((await request(vera.requestId)).notes).toHaveLength(1));

    await press('Escape', 't');
    await typed(page, 'parcel');
    await page.getByRole('option', { name: 'Create tag parcel' }).waitFor();
    await press('Enter');
    await eventually(async () =>
      expect((await request(vera.requestId)).tags.map(({ tag }: { tag: string }) => tag)).toEqual(['parcel']),
    );

    await press('d');
    await typed(page, 'returns');
    await page.getByRole('option', { name: /Returns/ }).waitFor();
    await press('Enter');
    await eventually(async () => expect((await request(vera.requestId)).department._id).toBe(returns._id));

    await press('a');
    await typed(page, 'grace');
    await page.getByRole('option', { name: /Grace/ }).waitFor();
    await press('Enter');
    await eventually(async () => expect((await request(vera.requestId)).participants).toEqual([team.grace.id]));

    const followers = async () => (await request(vera.requestId)).followers.length;
    const before: number = await followers();
    const follow = () => Promise.all([page.waitForResponse(/\/followers/), press('f')]);
    await follow();
    await eventually(async () => expect(await followers()).toBe(before + 1));
    await page.evaluate('new Promise(requestAnimationFrame)');
    await follow();
    await eventually(async () => expect(await followers()).toBe(before));

    await press('e');
    await eventually(async () => expect((await request(vera.requestId)).status).toBe(1000));
    await page.getByText('Conversation closed').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor();
    await press('o');
    await eventually(async () => expect((await request(vera.requestId)).status).not.toBe(1000));
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor({ state: 'detached' });

    // What was written to last stands first.
    await press('j');
    await isOpen(page, 'Paul');
    await press('u');
    await page.getByRole('row', { name: /Paul.*1 unread/ }).waitFor();
    await page.waitForURL(/\/inbox\/all$/);
    await press('/');
    await page.keyboard.type('address');
    await press('Enter');
    await page.getByRole('row', { name: /Vera/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Paul/ }).waitFor();
    await page.getByRole('row', { name: /Paul/ }).locator('mark', { hasText: 'address' }).waitFor();
    expect(await paul.texts()).toEqual(['Can I change my address?']);
  });

  it('walks by arrows, opens with Enter, goes back with Escape, selects with x and Shift', async () => {
    for (const name of ['Ann', 'Ben', 'Cleo']) await team.visitor(name, 'Hello');
    const page = await team.open('inbox/all');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.getByRole('row', { name: /Cleo/ }).focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focused()).toContain('Ben'));
    await page.keyboard.press('Enter');
    await isOpen(page, 'Ben');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/inbox\/all$/);
    await page.keyboard.press('ArrowUp');
    await eventually(async () => expect(await focused()).toContain('Cleo'));

    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(3);
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();

    await page.keyboard.press('Escape');

    await page.getByText('2 selected').waitFor({ state: 'detached' });
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
  });

  it('selects a range with the pointer and Shift, from the row or the box that was chosen last', async () => {
    for (const name of ['Gil', 'Hana', 'Ivo', 'Jon', 'Kim']) await team.visitor(name, 'Hello');
    const page = await team.open('inbox/all');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    const selected = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[role="row"][aria-selected="true"]')].map((row) => row.querySelector('bdi').textContent)`,
      );
    const shiftClick = (name: string) =>
      row(name)
        .getByText('Hello')
        .click({ modifiers: ['Shift'] });

    await row('Jon').click();
    await isOpen(page, 'Jon');
    await shiftClick('Hana');
    await page.getByText('3 selected').waitFor();
    expect((await selected()).toSorted()).toEqual(['Hana', 'Ivo', 'Jon']);
    await shiftClick('Ivo');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 selected').waitFor({ state: 'detached' });

    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await box('Kim').click();
    await page.getByText('1 selected').waitFor();
    await box('Ivo').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    expect((await selected()).toSorted()).toEqual(['Ivo', 'Jon', 'Kim']);
  });

  it('takes letters for text in a field, and for nothing when they are switched off', async () => {
    const dora = await team.visitor('Dora', 'Hello');
    const page = await team.open('inbox/all');
    await page.getByRole('row', { name: /Dora/ }).click();
    const composer = page.getByRole('textbox', { name: 'Reply to Dora' });
    await composer.waitFor();
    await page.getByRole('row', { name: /Dora.*unread/ }).waitFor({ state: 'detached' });
    const place = new URL(page.url()).pathname;
    const changes: string[] = [];
    page.on('request', (made) => {
      if (made.method() !== 'GET' && !made.url().includes('/auth/')) changes.push(`${made.method()} ${made.url()}`);
    });
    const stays = async () => {
      expect([new URL(page.url()).pathname, await page.getByRole('dialog').count(), changes]).toEqual([place, 0, []]);
      expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
    };

    for (const field of [composer, page.getByRole('searchbox', { name: 'Search conversations' })]) {
      await field.focus();
      await page.keyboard.type(letters);
      expect(await field.inputValue()).toBe(letters);
      await stays();
      await field.fill('');
    }

    await page.getByRole('heading', { name: 'Dora', level: 2 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Claim · assign').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Single-letter shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Dora/ }).focus();
    for (const letter of letters) await page.keyboard.press(letter);
    // Keys that are no letters work on.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stays();
    expect((await request(dora.requestId)).participants).toEqual([]);
  });

  it('keeps the row that is open in view, also beyond what the list has loaded', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => team.visitor(`Row ${index}`, 'Hello')));
    const page = await team.open('inbox/all');
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.getByRole('row').first().waitFor();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('j');
    const open = page.locator('[role="row"][aria-current="true"][aria-rowindex="8"]');
    await open.waitFor();
    await eventually(async () => {
      const { y = 0, height = 0 } = (await open.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(420);
    });
  });

  it('finds places, conversations and actions, and goes to each place by g', async () => {
    const emil = await team.visitor('Emil', 'A question about zeppelins');
    const page = await team.open(`inbox/all/${emil.requestId}`);
    await page.getByRole('textbox', { name: 'Reply to Emil' }).waitFor();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/palette-[^/]*\.js$/);
    await page.keyboard.press('Control+k');
    await asked;
    await page.locator('[data-takes-keys]').waitFor({ state: 'attached' });
    // Meant for the palette, which is still on its way: closes nothing.
    await page.keyboard.press('e');
    letGo();
    const field = page.getByRole('combobox', { name: /Search or jump/ });
    await field.fill('zeppelins');
    await page.getByRole('option', { name: /Emil.*Conversation/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect((await request(emil.requestId)).status).not.toBe(1000);
    await field.fill('claim');
    await page.getByRole('option', { name: /^Claim/ }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => expect((await request(emil.requestId)).participants).toEqual([team.ada.id]));

    for (const [key, path] of Object.entries(placesByKey)) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL(new RegExp(`/${path}`));
    }
    await page.keyboard.press('Control+k');
    await typed(page, 'closed');
    await page.getByRole('option', { name: /^Closed/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\/closed$/);
  });

  it('explains in the history why a conversation was assigned to a teammate', async () => {
    const fred = await team.visitor('Fred', 'Hello');
    await team.call('PUT', `/requests/${fred.requestId}/participants`, [team.grace.id]);
    const page = await team.open(`inbox/all/${fred.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await page.getByText('History', { exact: true }).click();

    await page.getByText('Ada Example assigned it to Grace Example').waitFor();
    await page.getByText('Fred started the conversation').waitFor();
  });

  it('changes the contact beside the conversation, and shows who follows and what programs have stored', async () => {
    const hana = await team.visitor('Hana', 'Hello');
    const leadId: string = (await request(hana.requestId)).lead._id;
    await team.call('POST', '/properties', { label: 'Kind of plan', name: 'plan', type: 'text' });
    await team.call('PATCH', `/leads/${leadId}/properties`, { plan: 'gold' });
    await team.call('PATCH', `/requests/${hana.requestId}/attributes`, { order: '4711' });
    await eventually(async () => expect((await request(hana.requestId)).lead.properties).toEqual({ plan: 'gold' }));
    const page = await team.open(`inbox/all/${hana.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const [email, field] = [
      panel.getByRole('button', { name: 'Edit Email' }),
      panel.getByRole('textbox', { name: 'Email' }),
    ];
    const stored = async () => (await team.call('GET', `/leads/${leadId}`)).body.email;
    await email.click();
    await field.fill('no address');
    await page.keyboard.press('Enter');
    await panel.getByRole('alert').waitFor();
    expect(await field.inputValue()).toBe('no address');
    await field.fill('hana@example.com');
    await page.keyboard.press('Enter');
    await email.getByText('hana@example.com').waitFor();
    expect(await stored()).toBe('hana@example.com');
    await email.click();
    await field.fill('other@example.com');
    await page.keyboard.press('Escape');
    await email.getByText('hana@example.com').waitFor();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('Edit Email'),
    );
    expect(await stored()).toBe('hana@example.com');

    await panel.getByText('Kind of plan').waitFor();
    await panel.getByText('gold').waitFor();
    await panel.getByText('Attributes', { exact: true }).click();
    await panel.getByText('4711').waitFor();
    await page.keyboard.press('f');
    expect(await axeFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Remove Ada Example as a follower' }).click();
    await eventually(async () => expect((await request(hana.requestId)).followers).toEqual([]));
    await panel.getByText('Followers').waitFor({ state: 'detached' });
    await panel.getByRole('link', { name: 'Hana' }).click();
    await page.waitForURL(new RegExp(`/contacts/${leadId}`));
  });

  it.each([768, 390])(
    'is done at %i px by touch: open, read, reply, note, tag, assign, close, next, and nothing scrolls sideways',
    async (width) => {
      const height = 844;
      const phone = await team.app.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true });
      const olga = await team.visitor(`Olga ${width}`, `Where is my parcel? ${'A-word-without-an-end'.repeat(20)}`);
      await team.visitor(`Nils ${width}`, 'Hello');
      const page = await team.open('inbox/all', { context: phone });
      const fits = async () => {
        await page.evaluate('new Promise(requestAnimationFrame)');
        expect(await page.evaluate('Math.max(document.documentElement.scrollWidth, innerWidth)')).toBe(width);
      };
      const tap = async (role: 'button' | 'row' | 'menuitem' | 'option', name: string | RegExp) => {
        // Menus and lists of choices stand outside of the screen.
        const within = role === 'button' || role === 'row' ? page.locator('#content') : page;
        await within.getByRole(role, { name, exact: true }).first().tap();
        await fits();
      };
      const choose = async (action: string) => {
        await tap('button', 'More');
        await tap('menuitem', action);
      };

      await tap('row', new RegExp(`Olga ${width}`));
      await page.getByText('Where is my parcel?').first().waitFor();
      await choose('Add tag');
      await page.getByRole('combobox').fill(`late ${width}`);
      await tap('option', `Create tag late ${width}`);
      await eventually(async () => expect((await request(olga.requestId)).tags).toHaveLength(1));
      await tap('button', 'Claim');
      await eventually(async () => expect((await request(olga.requestId)).participants).toEqual([team.ada.id]));

      const composer = page.getByRole('textbox', { name: /^(?:Reply|Write)/ });
      await composer.fill('It arrives today.');
      await tap('button', 'Send');
      await eventually(async () => expect(await olga.texts()).toContain('It arrives today.'));
      await page.getByText('Note', { exact: true }).tap();
      await composer.fill('Called the carrier');
      await tap('button', 'Add note');
      await eventually(async () => expect((await request(olga.requestId)).notes).toHaveLength(1));
      await page.getByText('Reply', { exact: true }).tap();
      await tap('button', 'Contact');
      await page.getByRole('complementary').getByText('Called the carrier').waitFor();
      await fits();
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).tap();

      // The keyboard of a phone leaves a part of the page, which may begin further down.
      await composer.fill('A long line of an answer that needs room\n'.repeat(30));
      for (const [left, top] of [
        [430, 0],
        [430, 60],
        [height, 0],
      ] as const) {
        await page.evaluate(`
          Object.defineProperties(visualViewport, {
            height: { value: ${left}, configurable: true }, offsetTop: { value: ${top}, configurable: true } });
          visualViewport.dispatchEvent(new Event('resize'));`);
        const [box, button] = [
          await composer.boundingBox(),
          await page.getByRole('button', { name: 'Send', exact: true }).boundingBox(),
        ];
        expect(box?.y).toBeGreaterThan(top);
        expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(top + left);
      }
      await composer.fill('');

      await choose('Assign to a teammate or bot');
      await page.getByRole('combobox').fill('grace');
      await tap('option', /Grace/);
      await eventually(async () => expect((await request(olga.requestId)).participants).toEqual([team.grace.id]));
      await page.getByRole('button', { name: 'Close', exact: true }).first().tap();
      await eventually(async () => expect((await request(olga.requestId)).status).toBe(1000));
      await fits();
      if (width < 768) await tap('button', 'Back to list');
      // It has left the list, or waits there for a pointer that holds it.
      await page.getByRole('row', { name: new RegExp(`Nils ${width}`) }).waitFor();
      await eventually(async () => {
        const rows = await page.getByRole('row', { name: new RegExp(`Olga ${width}`) }).allTextContents();
        expect(rows.filter((row) => !row.includes('Closed'))).toEqual([]);
      });
      await tap('row', new RegExp(`Nils ${width}`));
      await page.getByRole('textbox', { name: `Reply to Nils ${width}` }).waitFor();
      await fits();
      await phone.close();
    },
    60_000,
  );
});

/** All that are shortcuts somewhere. */
const letters = 'jkxufrneomadtgicbs?';

/** Behind `g`. */
const placesByKey = { c: 'contacts', b: 'bots', a: 'analytics', s: 'settings', i: 'inbox', t: 'team' };
