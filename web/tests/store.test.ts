import { describe, expect, test } from 'vitest';
import { TableStore } from '../src/lib/table.svelte';
import type { EventTold, Room, Snapshot } from '../src/lib/wire';
import { recordings, VIEWERS } from './recorded';

/** A store that knows which seat it looks from. */
function storeOf(seat: number | null): TableStore {
  const store = new TableStore();
  store.receive({ type: 'you', person: 1, seat, host: false, passing: false, winning: false, discarding: false });
  return store;
}

const event = (hand: number, seq: number, type = 'exhausted'): EventTold => ({
  type: 'event', hand, seq, event: { type, dealer: 2, floor: 3 },
}); // prettier-ignore
const snapshot = (hand: number, seq: number): Snapshot => ({
  type: 'snapshot', hand, seq, table: null, ask: null, commitment: null,
}); // prettier-ignore

describe.each(recordings().map((recording) => [recording.name, recording] as const))('%s', (_, recording) => {
  test('table and question are the server\'s after every step, for every viewer', () => {
    VIEWERS.forEach((viewer, place) => {
      const store = storeOf(viewer);
      let told = 0;
      for (const step of recording.steps) {
        const [count, table, decision] = step[place]!;
        recording.streams[place]!.slice(told, count).forEach((message) => store.receive(message));
        told = count;
        expect(store.table).toEqual(table);
        // An own answer closes a question, too; a recording has no replies.
        if (decision !== null) expect(store.ask?.decision).toBe(decision);
      }
      expect(store.log.length).toBe(recording.streams[place]!.filter((message) => message.type === 'event').length);
      expect(store.logWhole).toBe(true);
    });
  });
});

describe('numbers of the stream', () => {
  test('what is here already is passed over', () => {
    const store = storeOf(0);
    [event(0, 0, 'start_hand'), event(0, 1), event(0, 1), event(0, 0)].forEach((message) => store.receive(message));
    expect(store.log).toHaveLength(2);
    expect(store.place).toEqual({ hand: 0, seq: 1 });
  });

  test('a gap is noticed, and a snapshot mends it', () => {
    const store = storeOf(0);
    [event(0, 0, 'start_hand'), event(0, 2)].forEach((message) => store.receive(message));
    expect(store.broken).toBe(true);
    expect(store.place).toBeNull();
    store.receive(snapshot(0, 2));
    expect(store.place).toEqual({ hand: 0, seq: 2 });
    expect(store.logWhole).toBe(false);
  });

  test('the next hand begins at nought', () => {
    const store = storeOf(0);
    [event(0, 0, 'start_hand'), event(0, 1), event(1, 0, 'start_hand')].forEach((message) => store.receive(message));
    expect(store.hand).toBe(1);
    expect(store.log).toHaveLength(1);
    expect(store.table).toMatchObject({ viewer: 0, dealer: 2, floor: 3 });
  });

  test('a hand that began unseen is a gap', () => {
    const store = storeOf(0);
    [event(0, 0, 'start_hand'), event(1, 4)].forEach((message) => store.receive(message));
    expect(store.broken).toBe(true);
  });
});

describe('a rematch', () => {
  const room = (hand: number, match: number): Room => ({ type: 'room', hand, match }) as Room;

  test('counts its hands from the first one, its stream goes on; what the room says later changes nothing in the hand', () => {
    const store = storeOf(0);
    [event(0, 0, 'start_hand'), event(0, 1), room(-1, 1), event(1, 0, 'start_hand')].forEach((message) => store.receive(message));
    expect(store.place).toEqual({ hand: 1, seq: 0 });
    const { table } = store;
    expect(table).not.toBeNull();
    [room(0, 1), event(1, 1)].forEach((message) => store.receive(message));
    expect(store.place).toEqual({ hand: 1, seq: 1 });
    expect(store.log).toHaveLength(2);
  });
});
