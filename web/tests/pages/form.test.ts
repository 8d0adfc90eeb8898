import { describe, expect, it } from 'vitest';
import { differences, grouped, labelOf, numberFor } from '../../src/pages/form/forms';
import { clockOf, firstForm, lengthOf, requestOf } from '../../src/pages/form/room';
import type { OptionForm } from '../../src/lib/wire';

const option = (name: string, clause: string, more: Partial<OptionForm> = {}): OptionForm => ({
  name,
  clause,
  title: name,
  about: '',
  default: 'no',
  choices: ['no', 'yes'],
  labels: ['不算', '算'],
  least: 0,
  most: 10_000,
  open: false,
  ...more,
});

describe('house rules', () => {
  it('stand in the section of their clause, the others at the end', () => {
    const options = [option('a', 'NC-JING-03'), option('b', 'NC-PAT-01'), option('c', 'NC-NEW-01'), option('d', 'NC-CG-01')];
    const sections = [
      { name: 'tiles', title: '牌', families: ['TILE'] },
      { name: 'winning', title: '胡', families: ['PAT'] },
      { name: 'jing', title: '精', families: ['JING', 'CG'] },
    ];
    const found = grouped(options, sections, '其他');
    expect(found.map((group) => [group.title, group.options.map((one) => one.name)])).toEqual([
      ['胡', ['b']],
      ['精', ['a', 'd']],
      ['其他', ['c']],
    ]);
  });

  it('are sent only where they are not as in the preset', () => {
    expect(differences({ a: 1, b: 'x', c: 0 }, { a: 1, b: 'y', c: 0 })).toEqual({ b: 'x' });
    expect(differences({ a: 1 }, { a: '1' })).toEqual({ a: 1 }); // a number is not its text
  });

  it('are called by their labels, a free number by itself', () => {
    expect(labelOf(option('a', 'X'), 'yes')).toBe('算');
    expect(labelOf(option('a', 'X', { choices: [1, 2], labels: ['一', '二'], open: true }), 7)).toBe('7');
  });

  it('take whole numbers in their range only', () => {
    const free = option('a', 'X', { open: true, least: 1, most: 64 });
    expect(['0', '1', '64', '65', '2.5', '-3', '', ' 8 ', '1e3'].map((text) => numberFor(free, text))).toEqual([
      null,
      1,
      64,
      null,
      null,
      null,
      null,
      8,
      null,
    ]);
  });
});

describe('a new room', () => {
  it('has either hands or rounds', () => {
    const form = firstForm('清风', 'nanchang');
    expect(lengthOf(form)).toEqual({ hands: 8, rounds: null });
    expect(lengthOf({ ...form, lengthIn: 'rounds', count: 2 })).toEqual({ hands: null, rounds: 2 });
  });

  it('has no clock, one of two, or its own', () => {
    const form = firstForm('', 'nanchang');
    expect(clockOf(form)).toBeNull();
    expect(clockOf({ ...form, pace: 'fast' })).toEqual({ turn: 10, bank: 30, claim: 6 });
    expect(clockOf({ ...form, pace: 'custom' })).toEqual({ turn: 20, bank: 60, claim: 10 });
  });

  it('lets watchers see it later only where there are any', () => {
    const form = { ...firstForm('', 'xinyu'), delay: 30 };
    expect(requestOf(form, {}).delaySeconds).toBe(30);
    expect(requestOf({ ...form, spectators: false }, {}).delaySeconds).toBe(0);
  });
});
