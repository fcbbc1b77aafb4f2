/** The socket of one table; it reconnects by itself. */

import type { Command, Message } from "../protocol.gen";
import { root } from "../router";

/** `lost` means that it tries again; `gone` that there is no such table any more. */
export type Connection = "connecting" | "open" | "lost" | "gone";

/** Who listens to a socket. `synced` is the last revision that is known here. */
export interface Listener {
  message(message: Message): void;
  connectionChanged(state: Connection): void;
  synced(): number;
}

/** What the socket needs from the browser; tests bring their own. */
export interface Environment {
  open(url: string): WebSocket;
  later(run: () => void, ms: number): number;
  cancel(timer: number): void;
  random(): number;
}

const BROWSER: Environment = {
  open: (url) => new WebSocket(url),
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

/** The server closes with this code when the table does not exist. */
export const NO_TABLE = 4404;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** After this much silence, in milliseconds, the connection is tested. */
export const SILENCE = 15_000;
/** How long an answer may take before the connection counts as dead: nobody may have closed it. */
export const PATIENCE = 8000;

/** How long to wait before the n-th new attempt; the jitter keeps many pages from returning at the same time. */
export function wait(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.6 + 0.4 * random);
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer = 0;
  /** Runs while there is silence, or while an answer is due. */
  private pulse = 0;
  private due = false;
  private closed = false;

  constructor(
    /** The address of the table; the revision is added to it. */
    private readonly url: string,
    private readonly listener: Listener,
    private readonly world: Environment = BROWSER,
  ) {
    this.connect();
  }

  /** Send a command; false if there is no connection. */
  send(command: Command): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(command));
    if (!this.due) this.expect();
    return true;
  }

  /** The browser says that the network is gone: the socket may not notice for a long time. */
  markOffline(): void {
    if (!this.closed && !this.timer) this.drop();
  }

  /** Do not wait any longer: the network or the page has come back. */
  retryNow(): void {
    if (this.closed || !this.timer) return;
    this.world.cancel(this.timer);
    this.attempt = 0;
    this.connect();
  }

  close(): void {
    this.closed = true;
    this.world.cancel(this.timer);
    this.world.cancel(this.pulse);
    this.socket?.close();
  }

  private connect(): void {
    this.timer = 0;
    const socket = this.world.open(`${this.url}?rev=${this.listener.synced()}`);
    this.socket = socket;
    // The first message may take longer: a sleeping table has to be read first.
    this.expect(SILENCE);
    socket.onopen = () => this.listener.connectionChanged("open");
    socket.onmessage = (event: MessageEvent<string>) => {
      // Not before: a table that cannot be shown is opened and closed at once, and must not be asked all the time.
      this.attempt = 0;
      this.rest();
      const message = JSON.parse(event.data) as Message;
      if (message.t !== "pong") this.listener.message(message);
    };
    socket.onclose = (event: CloseEvent) => this.dropped(event.code);
  }

  /** An answer is due; any message counts as one. */
  private expect(patience = PATIENCE): void {
    this.world.cancel(this.pulse);
    this.due = true;
    this.pulse = this.world.later(() => this.drop(), patience);
  }

  /** The connection works; it is tested again after some silence. */
  private rest(): void {
    this.world.cancel(this.pulse);
    this.due = false;
    this.pulse = this.world.later(() => void this.send({ t: "ping" }), SILENCE);
  }

  /** Give up a dead connection without waiting for it to be closed. */
  private drop(): void {
    const { socket } = this;
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    socket?.close();
    this.dropped(0);
  }

  private dropped(code: number): void {
    this.world.cancel(this.pulse);
    if (this.closed) return;
    if (code === NO_TABLE) {
      this.closed = true;
      this.listener.connectionChanged("gone");
      return;
    }
    this.listener.connectionChanged("lost");
    this.timer = this.world.later(() => this.connect(), wait(this.attempt++, this.world.random()));
  }
}

/** The address of a table's socket. */
export function socketUrl(id: string, location: Pick<Location, "protocol" | "host">): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${root}/api/tables/${encodeURIComponent(id)}/socket`;
}
