/** The rulebook's figures, entered in the browser: its table of payments, and the situations that players dispute. */
import { Calculation, type Entered } from './calculating.ts';
import { expect, shown, test } from './test.ts';

/** Winning hands of 南昌 with 9p turned (fu 1p); seat 1 holds a fu as well, so none is 德中德. */
const HANDS: Record<string, [wild: Entered, deguo: Entered]> = {
  平胡: [
    { how: '', hand: '123m456m789s22z4s1p', tile: '5s' },
    { how: '', hand: '456m123p789s22z46s', tile: '5s' },
  ],
  精钓: [
    { how: '', hand: '123m456m789s222z1p', tile: '5s' },
    { how: '', hand: '123m456m789s222z9p', tile: '9p' },
  ],
  七对: [
    { how: '', hand: '1133m15577p22s46s', tile: '4s' },
    { how: '', hand: '1133m5577p22446s', tile: '6s' },
  ],
  十三烂: [
    { how: '', hand: '147m1258p369s123z', tile: '4z' },
    { how: '', hand: '147m147p369s1234z', tile: '5z' },
  ],
  七星: [
    { how: '', hand: '147m1258p123456z', tile: '7z' },
    { how: '', hand: '147m147p1s123456z', tile: '7z' },
  ],
  杠开: [
    { how: '', hand: '456m789s22z4s1p', melds: ['bu 1m'], tile: '5s', flags: ['after_gang'] },
    { how: '', hand: '456m123p22z46s', melds: ['bu 1m'], tile: '5s', flags: ['after_gang'] },
  ],
};

/** Section 8, as it is printed. `who`: the seats that the figures of a cell belong to; seat 0 has won. */
const TABLE: { row: string; dealer: number; how: string; who: number[][]; patterns: string; wild: string; deguo: string }[] = [
  { row: 'D self-draw', dealer: 0, how: 'zimo', who: [[1, 2, 3]], patterns: '平胡 / 精钓 / 杠开 / 七对 / 十三烂 / 七星', wild: '4 / 8 / 8 / 8 / 8 / 16', deguo: '13 / 21 / 21 / 21 / 21 / 37' },
  { row: "D on N's discard", dealer: 0, how: 'discard-3', who: [[3], [1, 2]], patterns: '平胡 / 七对 / 十三烂 / 七星', wild: '4,2 / 8,4 / 8,4 / 16,8', deguo: '13,4 / 21,8 / 21,8 / 37,16' },
  { row: 'N self-draw', dealer: 1, how: 'zimo', who: [[1], [2, 3]], patterns: '平胡 / 精钓 / 杠开 / 七对 / 十三烂 / 七星', wild: '4,2 / 8,4 / 8,4 / 8,4 / 8,4 / 16,8', deguo: '13,9 / 21,13 / 21,13 / 21,13 / 21,13 / 37,21' },
  { row: "N on the dealer's discard", dealer: 1, how: 'discard-1', who: [[1], [2, 3]], patterns: '平胡 / 七对 / 十三烂 / 七星', wild: '4,1 / 8,2 / 8,2 / 16,4', deguo: '13,2 / 21,4 / 21,4 / 37,8' },
  { row: "N on N's discard", dealer: 1, how: 'discard-3', who: [[1], [3], [2]], patterns: '平胡 / 七对 / 十三烂 / 七星', wild: '2,2,1 / 4,4,2 / 4,4,2 / 8,8,4', deguo: '4,9,2 / 8,13,4 / 8,13,4 / 16,21,8' },
];

interface Figure {
  what: string;
  dealer: number;
  how: string;
  paid: number[];
}

function figures(pattern: string, natural: boolean): Figure[] {
  const found: Figure[] = [];
  for (const { row, dealer, how, who, patterns, wild, deguo } of TABLE) {
    const place = patterns.split(' / ').indexOf(pattern);
    if (place < 0) continue;
    const cell = (natural ? deguo : wild).split(' / ')[place]!.split(',').map(Number);
    const paid = [0, 0, 0, 0];
    who.forEach((seats, at) => seats.forEach((seat) => (paid[seat] = cell[at]!)));
    found.push({ what: `${row}, ${pattern}, ${natural ? '德国' : 'a jing acts wild'}`, dealer, how, paid });
  }
  return found;
}

test('Section 8: every figure of the table, entered tile by tile', async ({ visitors }) => {
  const page = await visitors.open('/calc');
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  let count = 0;
  for (const [pattern, hands] of Object.entries(HANDS)) {
    for (const [natural, hand] of hands.entries()) {
      // What is the same from hand to hand stays as it was entered, until there are melds.
      if (count === 0 || hand.melds) await calc.clear();
      const first = count === 0 || hand.melds ? ({ indicator: '9p', jing: [[1, 'hand', 1, 1]] } satisfies Partial<Entered>) : {};
      await calc.enter({ ...hand, how: 'zimo', dealer: 0, ...first });
      let dealer = 0;
      for (const { what, how, paid, ...at } of figures(pattern, natural === 1)) {
        if (at.dealer !== dealer) await calc.dealer((dealer = at.dealer));
        await calc.tap(how);
        await calc.points();
        expect(await calc.winLines(0), what).toEqual(paid);
        count += 1;
      }
    }
  }
  expect(count).toBe(48);
});

test('Section 8: 德中德, 冲关, 霸王 and 杠精', async ({ visitors }) => {
  const page = await visitors.open('/calc');
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  await calc.enter({ dealer: 1, how: 'zimo', indicator: '9p', hand: '123m456m789s22z46s', tile: '5s' });
  await calc.points();
  expect(await calc.winLines(0), '4 in place of 2').toEqual([0, 21, 13, 13]);
  await calc.clear();
  await calc.enter({ how: 'exhausted', indicator: '5z', jing: [[0, 'hand', 0, 2], [0, 'hand', 1, 3]] });
  expect(await calc.points(), '2 白 + 3 中, sole holder').toEqual([168, -56, -56, -56]);
  await calc.enter({ how: 'exhausted', jing: [[1, 'hand', 1, 1]] });
  expect(await calc.points(), '28 from each: 84 less 1').toEqual([83, -25, -29, -29]);
  await calc.clear();
  await calc.enter({ how: 'exhausted', indicator: '9p' });
  await calc.unfold('0');
  await page.locator('[data-seat="0"] .p-tick input').check();
  await calc.meld(0, 'an 1p');
  expect(await calc.points(), '杠精, sole holder: 10 + 8').toEqual([54, -18, -18, -18]);
  await calc.enter({ how: 'exhausted', jing: [[1, 'river', 0, 1]] });
  expect(await calc.points(), '杠精: 10 + 4').toEqual([40, -8, -16, -16]);
});

/** Section 9. Seat 1 deals where nothing else is said, so that seats 0 and 3 are none. */
const SITUATIONS: [what: string, told: Entered, points: number[] | null][] = [
  ['1: any self-drawn tile wins, as 精钓', { how: 'zimo', indicator: '5z', hand: '678s132z234m555m7z', tile: '4m' }, [22, -10, -6, -6]],
  ['1: a discarded 5m does not', { how: 'discard-3', tile: '5m' }, null],
  ['1: a discarded 白 wins as a plain dianpao', { how: 'discard-3', tile: '5z' }, [23, -8, -7, -8]],
  ['1: a discarded 中 pairs the held one: 德国', { how: 'discard-3', tile: '7z' }, [27, -8, -6, -13]],
  ['2: 發 wins as 德国', { how: 'discard-3', hand: '333m555567p22z57z', tile: '6z' }, [33, -10, -8, -15]],
  ['2: 南 does not', { how: 'discard-3', tile: '2z' }, null],
  ['2: 白 does', { how: 'discard-3', tile: '5z' }, [65, -22, -21, -22]],
  ['3: six pairs and 中: a discarded 中', { how: 'discard-3', hand: '2255m3377p44s66s7z', tile: '7z' }, [37, -12, -8, -17]],
  ['3: self-drawn 中', { how: 'zimo', tile: '7z' }, [91, -41, -25, -25]],
  ['3: another self-drawn tile', { how: 'zimo', tile: '1m' }, [38, -18, -10, -10]],
  ['4: 4m wins, 中 as 1p', { how: 'discard-3', hand: '222s567s234z1p35m7z', tile: '4m' }, [11, -4, -3, -4]],
  ['4: 1p wins, 中 as 4m', { how: 'discard-3', tile: '1p' }, [11, -4, -3, -4]],
  ['7: a jing as the lowest tile of a run', { how: 'zimo', hand: '11m89p234s567s234z', tile: '7z' }, [14, -6, -4, -4]],
  ['9: 十三烂', { how: 'zimo', indicator: '3s', hand: '147m369p258s1234z', tile: '7z' }, [79, -37, -21, -21]],
  ['9: 146m is none', { how: 'zimo', hand: '146m369p258s1234z' }, null],
  ['9: 149m is one', { how: 'zimo', hand: '149m369p258s1234z' }, [79, -37, -21, -21]],
  ['9: 159m and 269p are', { how: 'zimo', hand: '159m269p258s1234z' }, [79, -37, -21, -21]],
  ['9: six honours and a jing for the seventh', { how: 'zimo', hand: '147m369p2s123456z', tile: '3s' }, [28, -12, -8, -8]],
  ['15: 天胡 with seven pairs and no jing', { how: 'zimo', dealer: 0, indicator: '9p', hand: '1133m5577p22446s', tile: '6s', flags: ['dealt'] }, [60, -20, -20, -20]],
];

/** Those with melds, gangs or other players; each begins anew. */
const APART: [what: string, told: Entered, points: number[] | null][] = [
  ['6: an exposed run with a jing is natural', { how: 'zimo', indicator: '9p', hand: '456m789s22z46s', melds: ['chi 123p'], tile: '5s' }, [37, -15, -11, -11]],
  ['8: a hand after a gang still wins', { how: 'zimo', indicator: '9p', hand: '123m456m22z46s', melds: ['an 1z'], tile: '5s' }, [53, -23, -15, -15]],
  ['12: nobody holds a jing, the only one lies in a river', { how: 'exhausted', indicator: '9p', jing: [[2, 'river', 1, 1]] }, [-2, -2, 6, -2]],
  ['13: a robbed jing is the winner’s', { how: 'rob-3', indicator: '5z', hand: '678s132z234m555m5z', tile: '7z' }, [14, -10, -8, 4]],
  ['15: 地胡 from the 精钓 state', { how: 'discard-1', indicator: '9p', hand: '123m456m789s222z9p', tile: '5s', flags: ['first_discard'] }, [132, -44, -44, -44]],
  ['17: 德国 on the dealer’s discard', { how: 'discard-1', indicator: '5z', hand: '333m555567p22z57z', tile: '6z' }, [35, -19, -8, -8]],
];

test('Section 9: the situations that players dispute', async ({ visitors }) => {
  const page = await visitors.open('/calc');
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  await calc.dealer(1);

  async function check([what, told, points]: (typeof SITUATIONS)[number]): Promise<void> {
    await calc.enter(told);
    if (points === null) expect(await calc.problem(), what).toContain('胡');
    else expect(await calc.points(), what).toEqual(points);
  }

  for (const one of SITUATIONS) await check(one);
  for (const one of APART) {
    await calc.clear();
    await calc.dealer(1);
    await check(one);
  }
  // 12: a gang is no jing. 14: the turned 白 is out of play, so nobody has four. 16: 抄庄 counts beside the dealer's gang.
  await calc.clear();
  await calc.dealer(1);
  await calc.enter({ how: 'exhausted', indicator: '5z' });
  await calc.unfold('1');
  await calc.tap('gang-1-an');
  expect(await calc.points(), '12').toEqual([-2, 6, -2, -2]);
  await page.locator('[data-details="extras"] .p-tick input').check();
  expect(await calc.points(), '16').toEqual([3, -9, 3, 3]);
  await page.locator('[data-seat="1"] .p-tick input').check();
  await calc.meld(1, 'an 5z');
  expect(await calc.problem(), '14').toContain('四张');
});
