import { describe, expect, test } from 'vitest';
import { asEvent } from '../src/lib/events';
import { emptyTable, reduce } from '../src/lib/table';
import { recordings, VIEWERS } from './recorded';

test('the recorded hands have everything that can happen', () => {
  const happened = new Set(recordings().flatMap((recording) => recording.happened));
  const wanted = [
    'deal', 'piao', 'baojiao', 'draw', 'draw replacement', 'draw replacement die', 'aside', 'discard', 'announce', 'bai',
    'chi from', 'peng from', 'gang ming from', 'gang bu', 'gang an', 'shown', 'settle', 'chaozhuang', 'hu', 'hu from',
    'false_hu', 'exhausted', 'end_hand', '2 winners', 'lower', 'previous', 'floor', 'jing', 'break',
    ...[1, 2, 3, 4, 5].map((end) => `end ${end}`), // zimo, discard, robbed gang, exhausted, false hu
  ]; // prettier-ignore
  expect(wanted.filter((word) => !happened.has(word))).toEqual([]);
});

describe.each(recordings().map((recording) => [recording.name, recording] as const))('%s', (_, recording) => {
  test.each(VIEWERS.map((viewer, place) => [viewer, place] as const))('viewer %s', (viewer, place) => {
    let table = emptyTable(viewer);
    let told = 0;
    for (const step of recording.steps) {
      const [count, expected] = step[place]!;
      for (const message of recording.streams[place]!.slice(told, count)) {
        if (message.type === 'event') table = reduce(table, asEvent(message.event));
      }
      told = count;
      expect(table).toEqual(expected);
    }
    expect(told).toBe(recording.streams[place]!.length);
  });
});
