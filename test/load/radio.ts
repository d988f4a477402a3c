import { type Device, openDevice } from '../../infra/cli/bots/device.ts';

/** A device whose radio may go: its line stays open, and nobody is told that he is not there. */
export interface Radio extends Device {
  readonly goSilent: () => void;
  readonly isSilent: () => boolean;
}

export function openRadio(): Radio {
  const { surroundings, loseLine } = openDevice();
  let isSilent = false;
  class Socket extends surroundings.WebSocket {
    override send(text: string): void {
      if (!isSilent) super.send(text);
    }
  }
  return {
    surroundings: {
      ...surroundings,
      WebSocket: Socket,
      // A client without timers neither misses the answers to its pings nor comes back.
      after: (delayMs, run) => surroundings.after(delayMs, () => isSilent || run()),
    },
    loseLine,
    goSilent: () => {
      isSilent = true;
    },
    isSilent: () => isSilent,
  };
}
