import { type Page } from 'playwright-core';
import { axeFindings, cleanInThemes, expect, picture, shown, test } from './test.ts';

const LEAST = (8 / 72) * 96; // 8 pt in pixels of the page

/** Nothing wider than the screen. */
async function fits(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang, `nothing on ${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

test('A quiz is answered on a telephone, gone back in, and its rules open a room, a calculator and a board', async ({ visitors }) => {
  const page = await visitors.open('/house', { size: 'smallest' });
  await page.getByRole('button', { name: /新余麻将/ }).click();
  const situation = page.locator('article h2');
  await situation.waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await picture(page, 'house-question');
  await fits(page);
  expect(await axeFindings(page)).toEqual([]);

  // 点炮 can be won: who pays is asked next, robbing no more.
  await page.getByRole('button', { name: '点炮也能胡', exact: true }).click();
  await expect.poll(() => situation.textContent()).toContain('点了炮');
  await page.getByRole('button', { name: '上一题' }).click();
  await page.getByRole('button', { name: '只能自摸', exact: true }).click();
  await expect.poll(() => situation.textContent()).toContain('能抢吗');
  await page.reload(); // nothing that was answered is lost
  await expect.poll(() => situation.textContent()).toContain('能抢吗');
  await page.getByRole('button', { name: '不能抢', exact: true }).click();
  await expect.poll(() => situation.textContent()).toContain('别人胡了');
  const figures = await page.locator('article dd').allTextContents();
  expect(new Set(figures).size, 'the example pays otherwise under each answer').toBeGreaterThan(1);
  await page.getByRole('button', { name: /谁杠谁收，一盘打完再付/ }).click();
  await page.getByRole('button', { name: '够了，看结果' }).click();

  await page.getByText('有1处不同').waitFor();
  await page.locator('main img').first().waitFor();
  await picture(page, 'house-result');
  await fits(page);
  await cleanInThemes(page, 'result of the quiz');
  expect(page.url()).toMatch(/\/house#v1\.[\w-]+$/);
  const link = page.url().split('#')[1] ?? '';

  await page.getByText('全部选项').click();
  await page.locator('summary', { hasText: '杠' }).first().waitFor();
  const rules = page.getByRole('region', { name: '用这套规则' });
  for (const [name, path] of [['开房间', 'new'], ['算分', 'calc'], ['记分', 'board']] as const) {
    expect(await rules.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(`/${path}#${link}`);
  }
  await rules.getByRole('link', { name: '开房间', exact: true }).click();
  await page.getByText('改了1条', { exact: true }).waitFor();

  const broken = await visitors.open('/house#v1.AAAA', { allow: [/400/] });
  await broken.getByRole('alert').waitFor();
  await broken.getByRole('button', { name: /南昌麻将/ }).waitFor();
  expect(await axeFindings(broken)).toEqual([]);
});

interface Asked {
  game: string;
  options?: Record<string, string | number>;
}

/** A set with nearly everything changed. */
const CHANGED: Asked[] = [
  {
    game: 'nanchang',
    options: {
      dianpao_pays: 'discarder', discarded_jing_hu: 'natural', jingdiao_discard_hu: 'plain', bao_chongguan: 'freeze',
      lower_jing: 'end', bawang: 'plus10', river_jing_counts: 'no', deguo_flat: 10, gang_ming: 2, gang_an: 4, pass_hu: 'same_tile',
      next_dealer: 'winner', floors: 'fast', look_back: 'on', same_song: 'on', chongguan_cap: 7, chongguan_gang: 'yes', daqidui: 4,
      deguo_qidui_extra: 2, dezhongde_river: 'counts', jingdiao_entry: 'declared', tianhu_factors: 'pattern',
      robbed_gang_pays: 'ganger', robbed_gang_factor: 2, chaozhuang: 10, false_hu: 20, false_hu_settles: 'nothing',
      draw_dealer_pays: 5, gang_on_draw: 'no', base: 2, jing_cycle: 'b_literal', replacement_jing: 'skip_any', pass_peng: 'any',
      gang_after_claim: 'yes', last_discard: 'any', wall_stop: 14, first_dealer: 'random', wall_break: 'one_roll', manual_hu: 'on',
    },
  },
  {
    game: 'nanchong',
    options: {
      multi_hu_dealer: 'first_winner', dealer_on_draw: 'next', multi_hu: 'nearest', an_gang_shown: 'at_once', gang_cash: 'rain_wind',
      pass_hu: 'off', forced_hu_tiles: 0, ming_flower: 'giver', zimo_extra: 1, tianhu_extra: 10, yibangao: 'per_pair', hugen: 1,
      bai_waits: 'whole', bai_hu: 1, bai_pao: 1, bai_single_pao: 3, bai_single: 4, bai_single_adds: 'yes', bai_single_on: 'any_hu',
      bai_zimo_loser: 'all', bai_single_loser: 3, bai_must_hu: 'yes', baojiao_extra: 1, piao_max: 3, piao_rule: 'both_only',
      chajiao: 'min', cap: 32,
    },
  },
  {
    game: 'xinyu',
    options: {
      exhaust_at: 136, last_discard: 'any', multi_hu_dealer: 'discarder', dealer_on_draw: 'stay', chi: 'on', replacement: 'tail',
      gang_points: 'at_end', gang_on_draw: 'yes', ming_gang_pays: 'giver', hu_on: 'any', multi_hu: 'nearest',
      dianpao_pays: 'double_single', rob_gang: 'on', shapeless_honours: 'quanfeng', base: 2, menqing_with_qidui: 'yes',
      menqing_with_shapeless: 'yes', menqing_with_an: 'yes', kaigang: 'per_gang', haohua_more: 'doubling', combine: 'add', cap: 64,
      yitiaolong: 4,
    },
  },
];

async function linkOf(origin: string, asked: Asked): Promise<string> {
  const body = JSON.stringify({ start: asked });
  const answer = await fetch(`${origin}/api/house/quiz`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return ((await answer.json()) as { rules: { link: string } }).rules.link;
}

/** How many pages are printed, and the least size of any letter on them. */
async function printed(page: Page): Promise<{ pages: number; least: number; where: string }> {
  await page.emulateMedia({ media: 'print' });
  const small = await page.evaluate(() => {
    let least = { size: 1000, where: '' };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || !parent.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(parent).fontSize);
      if (size < least.size) least = { size, where: `${parent.tagName} ${text.textContent.trim().slice(0, 20)}` };
    }
    return least;
  });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  await page.emulateMedia({ media: 'screen' });
  return { pages: pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, least: small.size, where: small.where };
}

test('Every rule sheet is one page of A4 in letters of 8 pt and more, with everything changed too', async ({ visitors, server }) => {
  for (const lang of ['zh-CN', 'en-GB'] as const) {
    const page = await visitors.open('/sheet/nanchang', { lang, dark: lang === 'en-GB' });
    for (const [number, changed] of CHANGED.entries()) {
      const some = { ...changed, options: Object.fromEntries(Object.entries(changed.options ?? {}).slice(16, 25)) };
      for (const asked of [{ game: changed.game }, ...(number === 0 ? [some] : []), changed]) {
        const link = await linkOf(server.origin, asked);
        await page.goto('about:blank'); // an address that differs behind # alone would load nothing
        await page.goto(`${server.origin}/sheet/${asked.game}#${link}`);
        await page.locator('.paper figure img').waitFor();
        const name = `sheet-${asked.game}-${lang.slice(0, 2)}${'options' in asked ? `-${Object.keys(asked.options ?? {}).length}` : ''}`;
        const { pages, least, where } = await printed(page);
        expect(least, `${name}: the smallest letters, ${where}`).toBeGreaterThanOrEqual(LEAST - 0.01);
        expect(pages, `${name}: pages`).toBe(1);
        if (asked === some) expect(await axeFindings(page), name).toEqual([]);
        await picture(page, name);
      }
    }
  }
});

test('Rule sheet and comparison on a telephone: presets chosen, links pasted, in words and with a hand', async ({ visitors, server }) => {
  const page = await visitors.open('/sheet/nanchang', { size: 'portrait' });
  await page.locator('.paper').waitFor();
  await fits(page);
  await picture(page, 'sheet-phone');
  await page.getByRole('link', { name: '和别的规则比' }).click();
  await shown(page);
  await page.getByRole('heading', { name: '两桌完全一样' }).waitFor();

  const right = page.getByRole('region', { name: '右桌' });
  await right.getByRole('combobox').selectOption('platform');
  await page.getByRole('heading', { name: '5处不同' }).waitFor();
  expect(await page.getByRole('article').count()).toBe(5);
  const payers = page.getByRole('article').filter({ hasText: '点炮谁付' });
  const figures = await payers.locator('dd').allTextContents();
  expect(new Set(figures).size).toBe(2);
  await fits(page);
  await picture(page, 'compare-phone');
  await cleanInThemes(page, 'comparison');

  const link = await linkOf(server.origin, { game: 'nanchang', options: { daqidui: 4 } });
  await right.locator('summary').click();
  await right.getByRole('textbox').fill(`看我们的规则 ${server.origin}/house#${link}`);
  await right.getByRole('button').click();
  await page.getByText('大七对：左桌是“两倍”，右桌是“四倍”。').waitFor();
  expect(page.url()).toMatch(/\/compare#v1\.[\w-]+~v1\.[\w-]+$/);
  await page.reload();
  await page.getByText('大七对：左桌是“两倍”，右桌是“四倍”。').waitFor();

  const other = await linkOf(server.origin, { game: 'xinyu' });
  const mixed = await visitors.open(`/compare#${link}~${other}`, { allow: [/400/], dark: true });
  await mixed.getByRole('alert').waitFor();
  expect(await axeFindings(mixed)).toEqual([]);
});
