import type { Database } from '@parley/service-kit/database';

/** Counts how often a statement is asked, and what it reads. */
export class CountedReads {
  statements = 0;
  rows = 0;
  /** Rows at once. */
  most = 0;
  /** Waits before it is asked. */
  before: () => Promise<void> = async () => undefined;
  /** Waits before rows are handed over. */
  after: () => Promise<void> = async () => undefined;

  constructor(db: Database, name: string) {
    const query = db.query.bind(db);
    db.query = async <Row extends object>(...[statement, values]: Parameters<Database['query']>) => {
      if (typeof statement !== 'object' || statement.name !== name) return query<Row>(statement, values);
      await this.before();
      const rows = await query<Row>(statement, values);
      this.statements += 1;
      this.rows += rows.length;
      this.most = Math.max(this.most, rows.length);
      await this.after();
      return rows;
    };
  }

  /** Of one piece of work. */
  async of<T>(work: () => Promise<T>): Promise<{ result: T; statements: number; rows: number }> {
    const before = { statements: this.statements, rows: this.rows };
    const result = await work();
    return { result, statements: this.statements - before.statements, rows: this.rows - before.rows };
  }
}
