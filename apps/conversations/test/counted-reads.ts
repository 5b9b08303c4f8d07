import type { Database } from '@parley/service-kit';

/** Counts how often a statement is asked, and what it reads. */
export class CountedReads {
  statements = 0;
  rows = 0;
  /** Waits before rows are handed over. */
  hold: () => Promise<void> = async () => undefined;

  constructor(db: Database, name: string) {
    const query = db.query.bind(db);
    db.query = async <Row extends object>(...[statement, values]: Parameters<Database['query']>) => {
      const rows = await query<Row>(statement, values);
      if (typeof statement !== 'object' || statement.name !== name) return rows;
      this.statements += 1;
      this.rows += rows.length;
      await this.hold();
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
