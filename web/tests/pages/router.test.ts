import { describe, expect, it } from 'vitest';
import { routeOf } from '../../src/app/router.svelte';

describe('addresses of the client', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/new', { page: 'new' }],
    ['/new/', { page: 'new' }],
    ['/r/AAAAAAAAAAAAAAAAAAAA_-', { page: 'room', room: 'AAAAAAAAAAAAAAAAAAAA_-' }],
    ['/hand/abc-1', { page: 'replay', hand: 'abc-1' }],
    ['/rules', { page: 'rules', game: null }],
    ['/rules/nanchang', { page: 'rules', game: 'nanchang' }],
    ['/learn', { page: 'learn' }],
    ['/open', { page: 'open' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each(['/r/short', '/r/AAAAAAAAAAAAAAAAAAAAAA/log', '/api/rooms', '/hand/', '/new/x', '/rules/a/b', '/rules/NC-1', '/no'])(
    '%s is none',
    (path) => {
      expect(routeOf(path)).toEqual({ page: 'unknown' });
    },
  );
});
