/** `(2) ` before the title that the page has at the time. */
export class PageTitle {
  #prefix = '';

  show(count: number): void {
    if (this.#prefix !== '' && document.title.startsWith(this.#prefix))
      document.title = document.title.slice(this.#prefix.length);
    this.#prefix = count > 0 ? `(${count}) ` : '';
    if (this.#prefix !== '') document.title = this.#prefix + document.title;
  }
}
