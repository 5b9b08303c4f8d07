/** Puts the number of unread messages before the page's current title: `(2) `. */
export class PageTitle {
  #prefix = '';

  show(count: number): void {
    if (this.#prefix !== '' && document.title.startsWith(this.#prefix))
      document.title = document.title.slice(this.#prefix.length);
    this.#prefix = count > 0 ? `(${count}) ` : '';
    if (this.#prefix !== '') document.title = this.#prefix + document.title;
  }
}
