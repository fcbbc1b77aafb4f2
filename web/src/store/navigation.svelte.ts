/** Where the visitor is. */

import { isOurs, parse, root, type Route } from "../router";

class Navigation {
  route = $state.raw<Route>(parse(location.pathname, location.hash));

  constructor() {
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
  }

  /** Whether the visitor has moved since the page was loaded. */
  moved = false;

  /** Go to another page of ours. */
  go(path: string): void {
    this.moved = true;
    history.pushState(null, "", path);
    this.read();
    window.scrollTo(0, 0);
  }

  /** Change the address without going anywhere. */
  rewrite(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  /** Follow plain links to our own pages without a reload. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!isOurs(link.pathname) || link.pathname.startsWith(`${root}/api/`)) return;
    // A place on this page: the browser goes there.
    if (link.pathname === location.pathname && document.getElementById(link.hash.slice(1))) return;
    event.preventDefault();
    if (link.pathname + link.hash !== location.pathname + location.hash) this.go(link.pathname + link.hash);
  }

  private read(): void {
    this.route = parse(location.pathname, location.hash);
  }
}

export const navigation = new Navigation();

/** Focus the heading of a new page, so that screen readers begin there. */
export function focusHeading(heading: HTMLElement): void {
  if (navigation.moved) heading.focus({ preventScroll: true });
}
