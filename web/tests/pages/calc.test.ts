import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseOf, draftOf, emptyCase, emptyDraft, offeredFactors, type Case, type Sheet } from '../../src/pages/calc/case';
import { addTile, dropTile, nextTarget, roomOf, typeTiles, whereOf } from '../../src/pages/calc/fields';
import { latest } from '../../src/pages/calc/latest';
import { joinTiles, lyingTiles, plainTiles, readMeld, writeMeld } from '../../src/pages/calc/text';
import { hintOf, settlementText } from '../../src/pages/calc/words';
import { setLanguage } from '../../src/lib/i18n.svelte';
import type { CalcTold, RulesTold } from '../../src/lib/wire';

const GOLDEN = resolve(import.meta.dirname, '../../../tests/golden');
const golden = (game: string): (Case & { id: string })[] => JSON.parse(readFileSync(join(GOLDEN, `${game}.json`), 'utf-8')) as (Case & { id: string })[];
const rules = { game: 'nanchang', preset: 'classic', options: {} };

const sheet: Sheet = {
  ends: [
    { by: 'zimo', title: '', flags: ['after_gang', 'last_tile'], titles: ['杠开', '海底'] },
    { by: 'discard', title: '', flags: ['last_tile'], titles: ['海底'] },
    { by: 'exhausted', title: '', flags: [], titles: [] },
  ],
  claimable: {
    patterns: [
      { name: 'sets', title: '平胡', clause: '' },
      { name: 'qidui', title: '七对', clause: '' },
    ],
    factors: [
      { name: 'gen', title: '根', clause: '', most: 4, patterns: ['sets'], ends: ['zimo', 'discard'], of: 'winner' },
      { name: 'flower', title: '花', clause: '', most: 1, patterns: ['sets', 'qidui'], ends: ['zimo'], of: 'winner' },
      { name: 'jingoupao', title: '金钩炮', clause: '', most: 1, patterns: ['sets'], ends: ['discard'], of: 'giver' },
    ],
    jing: ['jing', 'same_song'],
    gangs: ['ming', 'bu', 'an'],
    ready: true,
  },
};

describe('tiles as text', () => {
  it('are read in plain MPSZ and left to the server otherwise', () => {
    expect(plainTiles('123m 7z')).toEqual(['1m', '2m', '3m', '7z']);
    expect(plainTiles('')).toEqual([]);
    expect(['五万', '8z', '0m', '12', 'm1'].map(plainTiles)).toEqual([null, null, null, null, null]);
  });

  it('are written by kind, or in their order', () => {
    expect(joinTiles(['7z', '2m', '5z', '1m', '9s'])).toBe('12m9s75z');
    expect(joinTiles(['7z', '2m', '1m'], false)).toBe('7z21m');
  });

  it.each(['chi 789p <8p @2', 'chi 123m', 'peng 5z @1', 'gang 1p @0', 'bu 9s', 'an 4m'])('meld %s comes back as it was', (text) => {
    expect(writeMeld(readMeld(text)!)).toBe(text);
  });

  it('know no other melds', () => {
    expect(['', 'pung 1m', 'peng', 'peng 五万'].map(readMeld)).toEqual([null, null, null, null]);
    expect(lyingTiles({ kind: 'an', tiles: ['4m'] })).toEqual(['4m', '4m', '4m', '4m']);
    expect(lyingTiles({ kind: 'chi', tiles: ['1m', '2m', '3m'] })).toEqual(['1m', '2m', '3m']);
  });
});

describe('a draft', () => {
  /** What a draft need not keep: nothing told is told in several ways. */
  function bare(told: Case & { id?: string }): unknown {
    const { id: _, clauses: __, note: ___, source: ____, expect: _____, ...kept } = told as Record<string, unknown> & Case;
    const seats = kept.seats!.map((seat) => Object.fromEntries(Object.entries(seat).filter(([, value]) => value !== null && value !== '' && value !== false && value !== 0 && !(Array.isArray(value) && !value.length))));
    const end = Object.fromEntries(Object.entries(kept.end!).filter(([, value]) => !(Array.isArray(value) && !value.length)));
    const plain = Object.entries({ ...kept, preset: kept.preset ?? 'classic', dealer: kept.dealer ?? 0, seats, end });
    return Object.fromEntries(plain.filter(([key, value]) => !(key === 'options' && !Object.keys(value as object).length) && !(key === 'floor' && value === 1) && value !== false));
  }

  it.each(['nanchang', 'nanchong', 'xinyu'])('of every known hand of %s is sent as the hand was told', (game) => {
    const cases = golden(game).filter((one) => one.seats?.length === 4 && one.end && !one.seats.some((seat) => 'claimed' in seat));
    expect(cases.length).toBeGreaterThan(50);
    for (const one of cases) {
      const draft = draftOf(one);
      draft.mode = 'full';
      expect(bare(caseOf(draft)), one.id).toEqual(bare(one));
    }
  });

  it('in quick mode claims, and comes back in quick mode', () => {
    const draft = emptyDraft(rules);
    Object.assign(draft, { by: 'discard', winners: [2], from: 1, tile: '5m', flags: ['after_gang', 'last_tile'] });
    Object.assign(draft.seats[2]!, { hand: '123m', melds: ['peng 1z'] }); // of full mode, kept and not sent
    draft.seats[2]!.claimed.pattern = 'sets';
    draft.seats[2]!.claimed.factors = { gen: 2, flower: 1 };
    draft.seats[0]!.claimed.jing.jing.hand = [1, 2];
    draft.seats[0]!.claimed.jing['same_song.1'].hand = [0, 1];
    draft.seats[1]!.claimed.gangs.an = 1;
    const told = caseOf(draft, sheet);
    expect(told).toEqual({
      rules: 'nanchang',
      preset: 'classic',
      dealer: 0,
      seats: [
        { claimed: { jing: { hand: [1, 2] }, same_song: [{}, { hand: [0, 1] }] } },
        { claimed: { jing: { hand: [0, 0] }, gangs: { an: 1 } } },
        { claimed: { pattern: 'sets', factors: { gen: 2 }, jing: { hand: [0, 0] } } },
        { claimed: { jing: { hand: [0, 0] } } },
      ],
      end: { by: 'discard', winners: [2], from: 1, flags: ['last_tile'] },
    });
    const again = draftOf(told);
    expect(again.mode).toBe('quick');
    expect(caseOf(again, sheet)).toEqual(told);
  });

  it('offers a factor with its pattern, its end and its owner alone', () => {
    const draft = emptyDraft(rules);
    Object.assign(draft, { by: 'discard', winners: [0], from: 3 });
    const names = (seat: number): string[] => offeredFactors(draft, seat, sheet).map(({ name }) => name);
    draft.seats[0]!.claimed.pattern = 'qidui';
    expect(names(0)).toEqual([]);
    draft.seats[0]!.claimed.pattern = 'sets';
    expect([names(0), names(1), names(3)]).toEqual([['gen'], [], ['jingoupao']]);
    draft.by = 'zimo';
    expect(names(0)).toEqual(['gen', 'flower']);
  });

  it('of a drawn hand claims who is ready, and with what', () => {
    const draft = emptyDraft(rules, 'quick', 2);
    draft.by = 'exhausted';
    Object.assign(draft.seats[1]!.claimed, { ready: true, pattern: 'qidui' });
    draft.seats[3]!.claimed.pattern = 'sets'; // not ready: nothing is claimed
    const told = caseOf(draft, sheet);
    expect(told.seats![1]!.claimed).toEqual({ ready: true, pattern: 'qidui' });
    expect(told.seats![3]!.claimed).toBeUndefined();
    expect(told.end).toEqual({ by: 'exhausted' });
  });

  it('lets the robbed player show his peng, and nothing else of him need be told', () => {
    const draft = emptyDraft(rules, 'full');
    Object.assign(draft, { by: 'robbed_gang', winners: [0], from: 1, tile: '9s' });
    draft.seats[0]!.hand = '123m';
    draft.seats[1]!.claimed.gangs.an = 1;
    const told = caseOf(draft);
    expect(told.seats![1]).toEqual({ melds: ['peng 9s'], claimed: { gangs: { an: 1 } } });
    expect(caseOf(draftOf(told))).toEqual(told);
  });

  it('keeps claims that stand beside told melds, until a hand is told', () => {
    const told: Case = {
      rules: 'nanchang',
      preset: 'classic',
      dealer: 1,
      seats: [{ melds: ['peng 5z @2'], claimed: { pattern: 'sets', jing: { hand: [0, 1] } } }, {}, { river: '1p', claimed: { gangs: { an: 1 } } }, {}],
      end: { by: 'zimo', winners: [0] },
    };
    const draft = draftOf(told);
    expect(caseOf(draft, sheet)).toEqual(told);
    draft.seats[0]!.hand = '123m456m789s2z';
    expect(caseOf(draft, sheet).seats![0]).toEqual({ melds: ['peng 5z @2'], hand: '123m456m789s2z' });
  });

  it.each([
    {},
    { rules: 7, preset: [], options: 'x', dealer: 9, seats: 'none', end: [] },
    { rules: 'nanchang', options: { base: null, daqidui: {} }, floor: -3, opening_hands: { 0: 'x' }, seats: [null, 3, { melds: 5, claimed: [] }, { claimed: { factors: 3, gangs: [1], jing: { hand: 'ab' }, same_song: {} } }] },
    { rules: 'nanchang', end: { by: 3, winners: 'all', from: '1', tile: [], flags: [7] }, seats: [{ bai: 'x', piao: -1, hand: 12, river: null }] },
  ])('can be made of anything that a link may hold (%#)', (told) => {
    const draft = draftOf(told as unknown as Case);
    expect([draft.seats.length, draft.winners, draft.from, draft.flags, draft.floor]).toEqual([4, [], null, [], 1]);
    expect(caseOf(draft, sheet).seats).toHaveLength(4);
  });

  it('of rules alone is an empty hand under these rules', () => {
    const told = emptyCase({ game: 'xinyu', preset: 'discards', options: { cap: 16 } }, 3);
    expect(told).toMatchObject({ rules: 'xinyu', preset: 'discards', options: { cap: 16 }, dealer: 3 });
    expect(draftOf({ rules: 'xinyu' })).toMatchObject({ rules: 'xinyu', preset: 'classic', by: '', winners: [], mode: 'quick' });
  });
});

describe('fields', () => {
  it('hold as many tiles as there is room for', () => {
    const draft = emptyDraft(rules, 'full', 1);
    draft.seats[0]!.melds = ['peng 1m', 'an 9s'];
    expect(['indicator', 'hand:0', 'hand:1', 'opening:1', 'opening:2', 'meld:0:chi', 'meld:0:an'].map((target) => roomOf(draft, target))).toEqual([1, 7, 13, 14, 13, 3, 1]);
  });

  it('take tiles in order of kind, rivers as they come, and give them back', () => {
    const draft = emptyDraft(rules, 'full');
    for (const tile of ['7z', '2m', '1m']) {
      addTile(draft, 'hand:0', tile);
      addTile(draft, 'river:0', tile);
      addTile(draft, 'indicator', tile);
    }
    expect([draft.seats[0]!.hand, draft.seats[0]!.river, draft.indicator]).toEqual(['12m7z', '7z21m', '1m']);
    dropTile(draft, 'hand:0', 1);
    dropTile(draft, 'indicator', 0);
    expect([draft.seats[0]!.hand, draft.indicator]).toEqual(['1m7z', '']);
    draft.seats[1]!.hand = '五万';
    addTile(draft, 'hand:1', '1s');
    expect(draft.seats[1]!.hand).toBe('五万1s');
  });

  it('that are typed full give the last tile to the win', () => {
    const draft = { ...emptyDraft(rules, 'full'), winners: [1] };
    draft.seats[1]!.melds = ['peng 1z', 'peng 2z', 'peng 3z'];
    typeTiles(draft, 'hand:1', '77m12p');
    expect([draft.seats[1]!.hand, draft.tile]).toEqual(['77m12p', '']);
    typeTiles(draft, 'hand:1', '77m12p3p');
    expect([draft.seats[1]!.hand, draft.tile]).toEqual(['77m12p', '3p']);
    typeTiles(draft, 'hand:1', '77m12p3p'); // there is one already: the server will say what is wrong
    expect(draft.seats[1]!.hand).toBe('77m12p3p');
    typeTiles(draft, 'hand:0', '123m456m789s11z234p');
    expect(draft.seats[0]!.hand).toBe('123m456m789s11z234p');
  });

  it('lead on: turned tile, hand, winning tile', () => {
    const draft = { ...emptyDraft(rules, 'full'), winners: [2] };
    expect(nextTarget(draft, 'indicator')).toBe('hand:2');
    expect(nextTarget(draft, 'hand:2')).toBe('tile');
    expect(nextTarget({ ...draft, tile: '1m' }, 'hand:2')).toBeNull();
    expect(nextTarget(draft, 'hand:1')).toBeNull();
    expect(nextTarget({ ...draft, winners: [] }, 'indicator')).toBeNull();
  });

  it('are called as the server calls them', () => {
    expect(['tile', 'indicator', 'hand:2', 'shown:1', 'opening:0', 'meld:3:peng'].map(whereOf)).toEqual([
      'end.tile',
      'indicator',
      'seats[2].hand',
      'seats[1].bai.shown',
      'opening_hands[0]',
      'seats[3].melds',
    ]);
  });
});

describe('words', () => {
  beforeEach(() => setLanguage('zh', false));

  const names = ['甲', '乙', '丙', '丁'];
  const told = {
    deltas: [3, -1, -1, -1],
    lines: [{ kind: 'win', group: 'win', giver: 1, taker: 0, points: 1, text: '平胡×1 = 1', clause: 'NC-PAT-01', clauses: [] }],
    winners: [{ seat: 0, tile: '5m', giver: null, title: '闲家自摸 · 平胡', reading: {} }],
    assumptions: ['庄家没说'],
  } as unknown as CalcTold;

  it('name the step that is still open, one after the other', () => {
    const calc = { draft: emptyDraft(rules, 'full'), told: null as CalcTold | null, names, sheet: { fields: ['indicator'] } as unknown as RulesTold, asks: () => true };
    const said = [hintOf(calc)];
    const then = (change: () => void): void => {
      change();
      said.push(hintOf(calc));
    };
    then(() => (calc.draft.winners = [1]));
    then(() => (calc.draft.by = 'zimo'));
    then(() => (calc.draft.indicator = '9p'));
    then(() => (calc.draft.seats[1]!.hand = '123m456m789s22z4s'));
    then(() => (calc.draft.seats[1]!.hand = '123m456m789s22z46s'));
    then(() => (calc.draft.tile = '1z'));
    then(() => (calc.told = { problem: '没有胡', deltas: null } as unknown as CalcTold));
    then(() => (calc.told = told));
    expect(said).toEqual(['先点谁胡了。', '再点怎么胡的。', '点翻出来的牌。', '乙的手牌还差13张。', '乙的手牌还差1张。', '点胡的那一张。', '正在算……', '没有胡', '']);
  });

  it('tell a settlement so that it can be pasted', () => {
    expect(settlementText(told, names, '南昌麻将', 'https://table/calc#v1.x').split('\n')).toEqual([
      '南昌麻将',
      '甲：闲家自摸 · 平胡',
      '甲 +3，乙 −1，丙 −1，丁 −1',
      '',
      '乙付甲 1：平胡×1 = 1（NC-PAT-01）',
      '',
      '庄家没说',
      '',
      'https://table/calc#v1.x',
    ]);
  });
});

describe('questions while one enters', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function asked(): { heard: string[]; put: string[]; ask: ReturnType<typeof latest<string, string>>; settle: (question: string, fails?: boolean) => Promise<void> } {
    const heard: string[] = [];
    const put: string[] = [];
    const open = new Map<string, { done: (answer: string) => void; fail: (error: Error) => void }>();
    const ask = latest<string, string>(
      (question) => {
        put.push(question);
        return new Promise((done, fail) => open.set(question, { done, fail }));
      },
      { answered: (answer) => heard.push(answer), failed: (error) => heard.push(`failed: ${(error as Error).message}`) },
    );
    const settle = async (question: string, fails = false): Promise<void> => {
      if (fails) open.get(question)!.fail(new Error(question));
      else open.get(question)!.done(`answer to ${question}`);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { heard, put, ask, settle };
  }

  it('wait until one pauses', () => {
    const { put, ask } = asked();
    for (const question of ['a', 'b', 'c']) {
      ask.ask(question);
      vi.advanceTimersByTime(100);
    }
    expect(put).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(put).toEqual(['c']);
  });

  it('are answered by the last answer alone, whatever comes late', async () => {
    const { heard, ask, settle } = asked();
    ask.ask('a');
    vi.advanceTimersByTime(200);
    ask.ask('b');
    vi.advanceTimersByTime(200);
    await settle('b');
    await settle('a');
    expect(heard).toEqual(['answer to b']);
  });

  it('make an answer late as soon as there is a newer change', async () => {
    const { heard, ask, settle } = asked();
    ask.ask('a');
    vi.advanceTimersByTime(200);
    ask.ask('b');
    await settle('a', true);
    expect(heard).toEqual([]);
    ask.flush();
    await settle('b', true);
    expect(heard).toEqual(['failed: b']);
  });

  it('are heard no more once one has left', async () => {
    const { heard, put, ask, settle } = asked();
    ask.ask('a');
    ask.flush();
    ask.ask('b');
    ask.stop();
    vi.advanceTimersByTime(500);
    await settle('a');
    expect([put, heard]).toEqual([['a'], []]);
  });
});
