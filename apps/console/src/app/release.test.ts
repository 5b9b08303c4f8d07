import { scriptsOf } from './release.ts';

describe('scriptsOf', () => {
  it('names what a page of the console begins with', () => {
    const page = `<head><script type="module" crossorigin src="/console/assets/runtime-WkwZ5CU-.js"></script>
      <script type="module" crossorigin src="/console/assets/base-RIFAp3sx.js"></script></head>`;
    expect(scriptsOf(page)).toEqual(['/console/assets/runtime-WkwZ5CU-.js', '/console/assets/base-RIFAp3sx.js']);
  });

  it.each(['', '<title>502</title>', '<script type="module" src="https://elsewhere.example/a.js"></script>'])(
    'finds none in %j',
    (page) => {
      expect(scriptsOf(page)).toEqual([]);
    },
  );
});
