import type { ClientMessage, GameMessage } from '../../shared/protocol/client-message.ts';
import type { GameMessageOut, ServerMessage } from '../../shared/protocol/server-message.ts';

/** A command about a game that the server has said to have done. */
export interface Acknowledged {
  readonly asked: GameMessage;
  readonly answer: GameMessageOut;
}

/** Overhears one player's lines. */
export interface Witness {
  readonly sent: (text: string) => void;
  readonly heard: (text: string) => void;
  readonly acknowledged: readonly Acknowledged[];
}

/** `onRefused` hears the code of every refusal that has reached the client. */
export function createWitness(onRefused: (code: string) => void): Witness {
  const asked = new Map<string, ClientMessage>();
  const acknowledged: Acknowledged[] = [];
  return {
    acknowledged,
    sent: (text) => {
      const message = JSON.parse(text) as ClientMessage;
      if (message.cid !== undefined) asked.set(message.cid, message);
    },
    heard: (text) => {
      const answer = JSON.parse(text) as Partial<ServerMessage> & { readonly cid?: string };
      if (answer.t === 'refused') onRefused((answer as { readonly code: string }).code);
      if (answer.t === undefined) onRefused('(gateway)');
      const message = answer.cid === undefined ? undefined : asked.get(answer.cid);
      if (message === undefined || !('game' in message) || message.t === 'hello') return;
      if (isNews(answer)) acknowledged.push({ asked: message, answer });
    },
  };
}

const isNews = (answer: object): answer is GameMessageOut => 'ply' in answer && 'clock' in answer;
