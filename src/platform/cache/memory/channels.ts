import type { Logger } from '../../telemetry/port.ts';
import type { Channels } from '../port.ts';

/** Subscribers are called in a later turn, as over a network: a publisher never runs their code. */
export function createChannels(log: Logger): Channels & { close(): void } {
  const channels = new Map<string, Set<Subscriber>>();
  const deliver = (subscriber: Subscriber, message: string) => {
    try {
      if (subscriber.open) subscriber.onMessage(message);
    } catch (error) {
      log.error('cache.subscriber_failed', { error });
    }
  };
  const unsubscribe = (channel: string, subscriber: Subscriber) => {
    subscriber.open = false;
    const subscribers = channels.get(channel);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) channels.delete(channel);
  };
  return {
    async publish(channel, message) {
      for (const subscriber of channels.get(channel) ?? []) {
        setImmediate(deliver, subscriber, message);
      }
    },
    async subscribe(channel, onMessage) {
      const subscriber = { onMessage, open: true };
      const subscribers = channels.get(channel) ?? new Set();
      channels.set(channel, subscribers.add(subscriber));
      return { close: async () => unsubscribe(channel, subscriber) };
    },
    close() {
      for (const [channel, subscribers] of channels) {
        for (const subscriber of subscribers) unsubscribe(channel, subscriber);
      }
    },
  };
}

interface Subscriber {
  readonly onMessage: (message: string) => void;
  open: boolean;
}
