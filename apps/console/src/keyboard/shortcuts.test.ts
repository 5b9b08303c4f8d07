import { type KeyPress, Shortcuts } from './shortcuts.ts';

function keyboard() {
  const done: string[] = [];
  const page = { inText: false, covered: false, on: true, now: 0 };
  const shortcuts = new Shortcuts({
    isTextField: () => page.inText,
    isCovered: () => page.covered,
    isOn: () => page.on,
    now: () => page.now,
  });
  const does = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, () => void done.push(key)]));
  const press = (key: string, more: Partial<KeyPress> = {}) => {
    const prevented: string[] = [];
    const none = {
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      isComposing: false,
      target: null,
      defaultPrevented: false,
    };
    shortcuts.press({ key, ...none, preventDefault: () => void prevented.push(key), ...more });
    return prevented.length > 0;
  };
  return { done, page, shortcuts, does, press };
}

describe('Shortcuts', () => {
  it('do their thing once, and leave all other keys to the browser', () => {
    const { done, shortcuts, does, press } = keyboard();
    shortcuts.bind(does('j', 'shift+ArrowDown', '?'));

    expect(press('j')).toBe(true);
    expect(press('ArrowDown', { shiftKey: true })).toBe(true);
    expect(press('?', { shiftKey: true })).toBe(true);
    expect(press('ArrowDown')).toBe(false);
    expect(press('j', { ctrlKey: true })).toBe(false);
    expect(press('j', { altKey: true })).toBe(false);
    expect(press('j', { isComposing: true })).toBe(false);
    expect(press('y')).toBe(false);
    press('j', { defaultPrevented: true });
    expect(done).toEqual(['j', 'shift+ArrowDown', '?']);
  });

  it('take a second key for a sequence alone, for a while', () => {
    const { done, page, shortcuts, does, press } = keyboard();
    shortcuts.bind(does('g t', 't'));
    press('g');
    press('t');
    press('t');
    press('g');
    page.now += 5000;
    press('t');
    press('g');
    press('y');
    press('t');

    expect(done).toEqual(['g t', 't', 't', 't']);
  });

  it('are quiet in text fields and under dialogs, but for those with Ctrl', () => {
    const { done, page, shortcuts, does, press } = keyboard();
    shortcuts.bind(does('e', 'mod+k', 'Escape'));
    page.inText = true;
    press('e');
    press('Escape');
    press('k', { metaKey: true });
    page.inText = false;
    page.covered = true;
    press('e');

    expect(done).toEqual(['mod+k']);
  });

  it('can be switched off as far as they are letters', () => {
    const { done, page, shortcuts, does, press } = keyboard();
    shortcuts.bind(does('e', 'Escape', 'mod+k'));
    page.on = false;
    press('e');
    press('Escape');
    press('k', { ctrlKey: true });

    expect(done).toEqual(['Escape', 'mod+k']);
  });

  it('are those of the part that came last, until it goes', () => {
    const { done, shortcuts, does, press } = keyboard();
    shortcuts.bind(does('e'));
    const unbind = shortcuts.bind({ e: () => void done.push('inner') });
    press('e');
    unbind();
    press('e');

    expect(done).toEqual(['inner', 'e']);
  });
});
