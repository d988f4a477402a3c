import type { ClientSocket, SocketEvent, Surroundings } from '../../shared/client/surroundings.ts';
import type { SeededRandom } from '../../shared/core/random.ts';

/** What a network does to its lines; shares in [0, 1]. */
export interface Roughness {
  /** A line is killed at a random moment between these ages; null: never. */
  readonly killedAtMs: { readonly min: number; readonly max: number } | null;
  /** Commands that are sent twice. */
  readonly twiceShare: number;
  /** Messages of either direction that are held back, for a random time up to `heldMsMax`. */
  readonly heldShare: number;
  readonly heldMsMax: number;
}

/** What happens on a network, to be counted and overheard. */
export interface Observer {
  readonly count: (what: string) => void;
  /** What the client sends and hears; a message that is sent twice is sent once here. */
  readonly sent: (text: string) => void;
  readonly heard: (text: string) => void;
}

export interface RoughParts {
  readonly Inner: new (url: string) => InnerSocket;
  readonly after: Surroundings['after'];
  readonly random: SeededRandom;
  readonly roughness: Roughness;
  readonly observer: Observer;
}

/** A real socket; `terminate` ends it without a word to the other end. */
export interface InnerSocket extends ClientSocket {
  terminate(): void;
}

/** The network of one player. */
export interface Network {
  readonly WebSocket: Surroundings['WebSocket'];
  readonly isDark: () => boolean;
  /** No line holds and none opens for so long: the phone is in a tunnel. */
  readonly goDark: (forMs: number) => void;
}

type Way = 'out' | 'in';

/** After a silent cut nothing passes; so much later the system notices, and the client hears it. */
const NOTICED_MS = { min: 500, max: 4_000 };

/** One line, and all that happens to it. */
class RoughLine implements ClientSocket {
  readonly #parts: RoughParts;
  readonly #lines: Set<RoughLine>;
  readonly #inner: InnerSocket;
  #passes = true;
  #cancelKill = (): void => {};

  constructor(url: string, parts: RoughParts, lines: Set<RoughLine>) {
    this.#parts = parts;
    this.#lines = lines;
    this.#inner = new parts.Inner(url);
    this.#inner.addEventListener('open', () => this.#expose());
    this.#inner.addEventListener('close', () => this.#end());
    lines.add(this);
  }

  send(text: string): void {
    const { observer, random, roughness } = this.#parts;
    if (!this.#passes) return;
    observer.sent(text);
    const isTwice = !isPing(text) && random.unit() < roughness.twiceShare;
    if (isTwice) observer.count('sent twice');
    for (let copy = 0; copy < (isTwice ? 2 : 1); copy++) {
      this.#carry('out', () => this.#inner.send(text));
    }
  }

  /** By the client: what was cut is over already, and the other end is not told. */
  close(): void {
    if (this.#passes) this.#inner.close();
    this.#end();
  }

  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: SocketEvent) => void,
  ): void {
    this.#inner.addEventListener(type, (event) => {
      const tell = (): void => listener(event);
      if (type !== 'message') tell();
      else {
        this.#carry('in', () => {
          this.#parts.observer.heard(String(event.data));
          tell();
        });
      }
    });
  }

  cut(): void {
    if (!this.#passes) return;
    this.#end();
    const { observer, after, random } = this.#parts;
    observer.count('killed silently');
    after(between(random, NOTICED_MS), () => this.#inner.terminate());
  }

  #expose(): void {
    const { after, observer, random, roughness } = this.#parts;
    const { killedAtMs } = roughness;
    if (killedAtMs === null || !this.#passes) return;
    this.#cancelKill = after(between(random, killedAtMs), () => {
      if (random.unit() < 0.5) return this.cut();
      this.#end();
      observer.count('killed with a close');
      this.#inner.close();
    });
  }

  #end(): void {
    this.#passes = false;
    this.#cancelKill();
    this.#lines.delete(this);
  }

  #carry(way: Way, deliver: () => void): void {
    const { after, observer, random, roughness } = this.#parts;
    if (!this.#passes) return;
    if (random.unit() >= roughness.heldShare) {
      deliver();
      return;
    }
    observer.count(`held ${way}`);
    after(random.below(roughness.heldMsMax + 1), () => {
      if (this.#passes) deliver();
      else observer.count('held and lost');
    });
  }
}

/** A network that loses, doubles, delays and reorders as its dice say. */
export function createNetwork(parts: RoughParts): Network {
  const lines = new Set<RoughLine>();
  let isDark = false;
  return {
    WebSocket: class extends RoughLine {
      constructor(url: string) {
        if (isDark) throw new Error('there is no network');
        super(url, parts, lines);
      }
    },
    isDark: () => isDark,
    goDark: (forMs) => {
      isDark = true;
      for (const line of [...lines]) line.cut();
      parts.after(forMs, () => {
        isDark = false;
      });
    },
  };
}

interface Span {
  readonly min: number;
  readonly max: number;
}

const between = (random: SeededRandom, { min, max }: Span): number =>
  min + random.below(max - min + 1);

const isPing = (text: string): boolean => text === '{"t":"ping"}';
