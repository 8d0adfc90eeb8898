import { describe, expect, test } from 'vitest';
import { asEvent } from '../src/lib/events';
import { emptyTable, reduce } from '../src/lib/table';
import { recordings, VIEWERS } from './recorded';

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
