/** Pages of a browser under test, and what they should not have done. */
interface CheckedPages {
  faults: string[];
  /** Ends all pages. */
  closeContexts(): Promise<void>;
  stop(): Promise<void>;
}

/** After each test of a block: ends its pages, and fails it if they had faults. After the last one: stops all. */
export function checkPagesOf(pagesOfTests: () => CheckedPages | undefined): void {
  afterEach(async () => {
    const pages = pagesOfTests();
    await pages?.closeContexts();
    expect(pages?.faults.splice(0)).toEqual([]);
  });
  afterAll(() => pagesOfTests()?.stop());
}
