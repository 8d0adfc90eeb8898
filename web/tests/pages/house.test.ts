import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepQuiz, keptQuiz, linkIn, linksIn } from '../../src/pages/house/house';

describe('Links behind #', () => {
  test('One set, and nothing else, is read as a link', () => {
    expect(linkIn('v1.Abc-_9')).toBe('v1.Abc-_9');
    expect(linkIn('v12.A')).toBe('v12.A'); // the server says that it is another version
    for (const other of ['', 'main', 'NC-PAT-01', 'h.key', 'v.key']) expect(linkIn(other)).toBe('');
  });

  test('Two sets stand beside each other', () => {
    expect(linksIn('v1.A~v1.B')).toEqual(['v1.A', 'v1.B']);
    expect(linksIn('v1.A')).toEqual(['v1.A', '']);
    expect(linksIn('other')).toEqual(['', '']);
  });
});

describe('A quiz that is loaded again', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  test('Answers are kept until the quiz is over', () => {
    const kept = { start: { game: 'xinyu' }, answers: [{ option: 'hu_on', value: 'any' }], finer: true };
    keepQuiz(kept);
    expect(keptQuiz()).toEqual(kept);
    keepQuiz(null);
    expect(keptQuiz()).toBeNull();
  });

  test('What is no quiz is none, and no storage is no harm', () => {
    for (const text of ['null', '{', '[]', '{"start":{}}', '{"answers":[]}']) {
      sessionStorage.setItem('paizhuo.quiz', text);
      expect(keptQuiz(), text).toBeNull();
    }
    vi.stubGlobal('sessionStorage', undefined);
    expect(keptQuiz()).toBeNull();
    expect(() => keepQuiz(null)).not.toThrow();
  });
});
