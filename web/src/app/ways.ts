/** Where one can go: the few ways of the header, all of the footer. A key is a page's name; `web.pages.way.<key>` its text. */

export type Way = readonly [name: string, address: string];

/** At a real table, then what can be read. */
export const SHORT: readonly Way[] = [
  ['calc', '/calc'],
  ['board', '/board'],
  ['rules', '/rules'],
  ['learn', '/learn'],
];

export const ALL: readonly { name: string; ways: readonly Way[] }[] = [
  {
    name: 'play',
    ways: [
      ['home', '/'],
      ['new', '/new'],
      ['learn', '/learn'],
      ['open', '/open'],
    ],
  },
  {
    name: 'table',
    ways: [
      ['calc', '/calc'],
      ['board', '/board'],
      ['drill', '/drill'],
    ],
  },
  {
    name: 'rules',
    ways: [
      ['rules', '/rules'],
      ['house', '/house'],
      ['compare', '/compare'],
      ['sheet', '/sheet/nanchang'],
      ['api', '/api'],
    ],
  },
];
